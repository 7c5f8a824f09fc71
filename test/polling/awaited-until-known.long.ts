import { describe, expect, test } from 'vitest'
import { day, type EpochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { aClocking, anId } from '../harness/builders.ts'
import { createForms, type Form } from '../harness/forms.ts'
import { pollTime } from '../harness/memory-shard.ts'

const between = (n: number, from: EpochMs, to: EpochMs | null) =>
  aClocking({
    id: anId(n, 1),
    employeeId: anId(1),
    start: utc(from),
    end: to === null ? null : utc(to),
  })

/** Somebody whose two clockings are known, polled every ten minutes while the API shows them in one form after another. */
const employed = async (first: Clocking, second: Clocking) => {
  const forms = await createForms()
  const [one, other] = [forms.clocking(first), forms.clocking(second)]
  await forms.polls(20 * minute, 10)
  forms.told()
  return {
    one,
    pollsWhile: (form: Form, otherForm: Form, lasting: number) => {
      one.form = form
      other.form = otherForm
      return forms.polls(lasting, 10)
    },
    sleeps: forms.sleeps,
    told: forms.told,
  }
}

describe('a clocking that is deleted while another has no id', () => {
  const morning = between(1, pollTime - 11 * hour, pollTime - 10 * hour)
  const night = between(2, pollTime - 12 * hour, pollTime - 11 * hour)
  const yesterday = between(1, pollTime - 24 * hour, pollTime - 23.5 * hour)

  test.each([
    ['for longer than the lookback', morning, 30 * hour],
    ['until just after the first has left the lookback', yesterday, hour],
    ['for weeks', morning, 12 * day],
  ])(
    'is told as removed once the other has its id again, which it lacks %s',
    async (_what, first, lasting) => {
      const employee = await employed(first, night)
      await employee.pollsWhile('gone', 'nameless', lasting)
      expect(employee.told()).toEqual([])
      await employee.pollsWhile('gone', 'whole', 2 * hour)
      expect(employee.told()).toEqual(['clocking-removed 1'])
    },
  )

  test('is told, though one answer alone after an outage lacked it', async () => {
    const employee = await employed(morning, night)
    employee.sleeps(60 * hour)
    await employee.pollsWhile('gone', 'nameless', 10 * minute)
    await employee.pollsWhile('gone', 'whole', 2 * hour)
    expect(employee.told()).toEqual(['clocking-removed 1'])
  })

  test('is told once that is read, also where it is the second that was deleted', async () => {
    const employee = await employed(morning, night)
    await employee.pollsWhile('nameless', 'gone', 30 * hour)
    await employee.pollsWhile('whole', 'gone', 2 * hour)
    expect(employee.told()).toEqual(['clocking-removed 2'])
  })

  test('costs a call every half hour once both have left the window', async () => {
    const employee = await employed(morning, night)
    await employee.pollsWhile('gone', 'nameless', 2 * day)
    const clockingsAndAbsences = 2 * ((5 * day) / (10 * minute))
    const calls = await employee.pollsWhile('gone', 'nameless', 5 * day)
    expect(calls - clockingsAndAbsences).toBeLessThanOrEqual((5 * day) / (30 * minute))
  })
})

describe('a clocking that is deleted', () => {
  test('is told though another, known as open, has ended in a form that cannot be read', async () => {
    const open = between(1, pollTime - 2 * hour, null)
    const other = between(2, pollTime - 5 * hour, pollTime - 4 * hour)
    const employee = await employed(open, other)
    employee.one.record = { ...open, end: utc(pollTime - hour) }
    await employee.pollsWhile('broken', 'gone', hour)
    expect(employee.told()).toEqual(['clocking-removed 2'])
  })

  test('is told alone, though another of whose content it was when it lost its id loses its own then', async () => {
    const afternoon = between(4, pollTime - 4 * hour, pollTime - 3 * hour)
    const third = between(3, pollTime - 8 * hour, pollTime - 7 * hour)
    const employee = await employed(third, afternoon)
    employee.one.record = { ...afternoon, id: third.id }
    await employee.pollsWhile('nameless', 'whole', hour)
    await employee.pollsWhile('gone', 'nameless', hour)
    expect(employee.told()).toEqual([])
    await employee.pollsWhile('gone', 'whole', hour)
    expect(employee.told()).toEqual(['clocking-removed 3'])
  })
})
