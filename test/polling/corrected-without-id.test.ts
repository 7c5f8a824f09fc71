import { describe, expect, test } from 'vitest'
import { hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { aClocking, anId } from '../harness/builders.ts'
import { createForms, type Shown } from '../harness/forms.ts'

const correct = (shown: Shown<Clocking>, end: string): void => {
  shown.record = { ...shown.record, end }
}

describe('a clocking whose correction waits for a second answer, and which has no id in that,', () => {
  /** Two with the same times, corrected and corrected back after the first of them has lost its id. */
  const correctedBack = async () => {
    const forms = await createForms()
    const now = forms.now()
    const times = { start: utc(now - 5 * hour), end: utc(now - hour) }
    const clocking = (n: number) =>
      forms.clocking(aClocking({ ...times, id: anId(n, 1), employeeId: anId(1) }))
    const [one, other] = [clocking(1), clocking(2)]
    await forms.polls(hour)
    one.form = 'nameless'
    await forms.polls(hour)
    forms.told()
    for (const each of [one, other]) correct(each, utc(now - 90 * minute))
    await forms.polls(hour)
    expect(forms.told()).toEqual(['clocking-amended 2'])
    for (const each of [one, other]) correct(each, times.end)
    await forms.polls(15 * minute)
    expect(forms.told()).toEqual([])
    return { forms, one, other }
  }

  test('is not gone, though another has its id again', async () => {
    const { forms, one, other } = await correctedBack()
    one.form = 'whole'
    other.form = 'nameless'
    await forms.polls(5 * hour)
    expect(forms.told()).toEqual([])
    other.form = 'whole'
    await forms.polls(hour)
    expect(forms.told()).toEqual(['clocking-amended 2'])
  })

  test('is gone once nothing has lost its id', async () => {
    const { forms, one, other } = await correctedBack()
    one.form = 'whole'
    other.form = 'gone'
    await forms.polls(hour)
    expect(forms.told()).toEqual(['clocking-removed 2'])
  })
})
