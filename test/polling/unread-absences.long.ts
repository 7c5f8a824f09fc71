import { describe, expect, test } from 'vitest'
import { day, type EpochMs, hour, minute, utcDate } from '../../lib/attendance/moments.ts'
import { aHoliday, anId } from '../harness/builders.ts'
import { createForms, type Form } from '../harness/forms.ts'

const on = (time: EpochMs) => ({ $type: 'LocalDate' as const, date: utcDate(time) })
const away = (from: EpochMs, to: EpochMs) =>
  aHoliday({ id: anId(1, 3), employeeId: anId(1), start: on(from), end: on(to) })

describe('an absence that one answer lacked, and that is shown in another form from then on', () => {
  const toldOf = async (from: number, form: Form, isLookRefused: boolean) => {
    const forms = await createForms()
    const one = forms.absence(away(forms.now() + from * day, forms.now() + 3 * day))
    await forms.polls(hour)
    one.form = 'gone'
    forms.refusesLooks(isLookRefused)
    await forms.polls(15 * minute)
    forms.refusesLooks(false)
    one.form = form
    await forms.polls(5 * day)
    return forms
  }

  test('ends by its clock where that has no id, as one does that no answer lacked', async () => {
    const forms = await toldOf(-1, 'nameless', false)
    expect(forms.told()).toEqual(['absence-started 1', 'absence-ended 1'])
    // Nor is it withdrawn once the API cannot be asked about it any more.
    await forms.polls(100 * day, 360)
    expect(forms.told()).toEqual([])
  })

  test('begins by its clock likewise', async () => {
    const forms = await toldOf(1, 'nameless', false)
    expect(forms.told()).toEqual(['absence-started 1', 'absence-ended 1'])
  })

  test('ends by its clock where that cannot be read, though nobody could look for it elsewhere', async () => {
    const forms = await toldOf(-1, 'broken', true)
    expect(forms.told()).toEqual(['absence-started 1', 'absence-ended 1'])
  })
})

describe('an absence that one answer lacked, and about which the API cannot be asked any more', () => {
  test.each(['the poller was down', 'the API refuses absences'])(
    'has ended by its clock, where %s',
    async (why) => {
      const forms = await createForms()
      const one = forms.absence(away(forms.now() - 2 * day, forms.now() + 2 * day))
      await forms.polls(hour)
      one.form = 'gone'
      await forms.polls(15 * minute)
      one.form = 'whole'
      if (why === 'the poller was down') forms.sleeps(95 * day)
      else {
        forms.refusesAbsences(true)
        await forms.polls(95 * day, 360)
        forms.refusesAbsences(false)
      }
      await forms.polls(3 * day, 60)
      expect(forms.told()).toEqual(['absence-started 1', 'absence-ended 1'])
    },
  )
})
