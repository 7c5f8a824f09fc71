import { describe, expect, test } from 'vitest'
import { day, type EpochMs, hour, minute, utc, utcDate } from '../../lib/attendance/moments.ts'
import { aClocking, aHoliday, anId } from '../harness/builders.ts'
import { createForms } from '../harness/forms.ts'

const between = (n: number, from: EpochMs, to: EpochMs | null) =>
  aClocking({
    id: anId(n, 1),
    employeeId: anId(1),
    start: utc(from),
    end: to === null ? null : utc(to),
  })
const on = (time: EpochMs) => ({ $type: 'LocalDate' as const, date: utcDate(time) })
const away = (n: number, from: EpochMs, to: EpochMs) =>
  aHoliday({ id: anId(n, 1), employeeId: anId(1), start: on(from), end: on(to) })

describe('a record without an id far from the window, which a look everywhere has shown', () => {
  test('holds up the removal of no clocking that was shown beside it', async () => {
    const forms = await createForms()
    const now = forms.now()
    forms.clocking(between(9, now - 60 * day, now - 60 * day + hour)).form = 'nameless'
    const [first, second] = [5, 7].map((hours) =>
      forms.clocking(between(hours, now - hours * hour, now - (hours - 1) * hour)),
    )
    if (first === undefined || second === undefined) throw new Error('there are two')
    await forms.polls(hour)
    // One answer alone lacks it: it is looked for everywhere.
    first.form = 'gone'
    await forms.polls(15 * minute)
    first.form = 'whole'
    await forms.polls(5 * hour)
    forms.told()
    second.form = 'gone'
    await forms.polls(hour)
    expect(forms.told()).toEqual(['clocking-removed 7'])
    const third = forms.clocking(between(3, forms.now() - 3 * hour, forms.now() - 2 * hour))
    await forms.polls(12 * hour)
    forms.told()
    third.form = 'gone'
    await forms.polls(hour)
    expect(forms.told()).toEqual(['clocking-removed 3'])
  })

  test.each([
    ['long ago', -60],
    ['far ahead', 100],
  ])('holds up the withdrawal of no absence that was shown beside it, %s', async (_where, days) => {
    const forms = await createForms()
    const now = forms.now()
    forms.absence(away(9, now + days * day, now + (days + 2) * day)).form = 'nameless'
    const first = forms.absence(away(1, now - day, now + 40 * day))
    const second = forms.absence(away(2, now - 2 * day, now + 41 * day))
    await forms.polls(hour)
    first.form = 'gone'
    await forms.polls(15 * minute)
    first.form = 'whole'
    await forms.polls(2 * day)
    forms.told()
    second.form = 'gone'
    await forms.polls(2 * hour)
    expect(forms.told()).toEqual(['absence-withdrawn 2'])
  })

  test('costs a call every half hour while it may be what is missing', async () => {
    const forms = await createForms(1, 168)
    const now = forms.now()
    forms.clocking(between(9, now - 60 * day, now - 60 * day + hour)).form = 'nameless'
    const first = forms.clocking(between(1, now - 5 * hour, now - 4 * hour))
    await forms.polls(hour)
    first.form = 'gone'
    await forms.polls(hour)
    const polls = (5 * day) / (15 * minute)
    const calls = await forms.polls(5 * day)
    expect(calls - 2 * polls).toBeLessThanOrEqual(1.1 * ((5 * day) / (30 * minute)))
    expect(forms.told()).not.toContain('clocking-removed 1')
  })
})

describe('a clocking that is corrected in a form that cannot be read', () => {
  test.each([
    ['to last still', null],
    ['to have ended just now', 0],
    ['to end tomorrow', day],
  ])(
    '%s, and deleted once its old place has left the lookback, is published as removed',
    async (_what, end) => {
      const forms = await createForms()
      const now = forms.now()
      const one = forms.clocking(between(1, now - 5 * hour, now - 4 * hour))
      await forms.polls(hour)
      const later = forms.now() + 20 * hour
      one.form = 'broken'
      one.record = { ...one.record, end: end === null ? null : utc(later + end) }
      await forms.polls(25 * hour)
      forms.told()
      one.form = 'gone'
      await forms.polls(3 * hour)
      expect(forms.told()).toEqual(['clocking-removed 1'])
    },
  )

  test('to forty days ago costs a call every half hour, and is published once it can be read', async () => {
    const forms = await createForms()
    const now = forms.now()
    const one = forms.clocking(between(1, now - 5 * hour, now - 4 * hour))
    await forms.polls(hour)
    one.form = 'broken'
    one.record = between(1, now - 40 * day, now - 40 * day + hour)
    await forms.polls(2 * hour)
    const polls = (4 * day) / (15 * minute)
    const calls = await forms.polls(4 * day)
    expect(calls - 2 * polls).toBeLessThanOrEqual(1.1 * ((4 * day) / (30 * minute)))
    forms.told()
    one.form = 'whole'
    await forms.polls(hour)
    expect(forms.told()).toEqual(['clocking-amended 1'])
  })

  test('and deleted once it has left the lookback, is published as removed', async () => {
    const forms = await createForms()
    const now = forms.now()
    const one = forms.clocking(between(1, now - 5 * hour, now - 4 * hour))
    await forms.polls(hour)
    one.form = 'broken'
    await forms.polls(3 * day)
    forms.told()
    one.form = 'gone'
    await forms.polls(3 * hour)
    expect(forms.told()).toEqual(['clocking-removed 1'])
  })
})
