import { describe, expect, test } from 'vitest'
import { day, hour, minute, utc, utcDate } from '../../lib/attendance/moments.ts'
import { aClocking, aHoliday, anId } from '../harness/builders.ts'
import { createForms } from '../harness/forms.ts'

const on = (time: number) => ({ $type: 'LocalDate' as const, date: utcDate(time) })

/** Ten people, each with a record of a kind, of which the number is theirs. */
const tenWith = async (kind: 'clockings' | 'absences') => {
  const forms = await createForms(10)
  const now = forms.now()
  const all = Array.from({ length: 10 }, (_, n) => {
    const whose = { id: anId(n + 1, n + 1), employeeId: anId(n + 1) }
    return kind === 'clockings'
      ? forms.clocking(
          aClocking({ ...whose, start: utc(now - 5 * hour), end: utc(now - 4 * hour) }),
        )
      : forms.absence(aHoliday({ ...whose, start: on(now - day), end: on(now + 20 * day) }))
  })
  await forms.polls(hour)
  forms.told()
  return { forms, all }
}
const gone = { clockings: 'clocking-removed', absences: 'absence-withdrawn' }

describe.each(['clockings', 'absences'] as const)(
  'where an operator accepts a loss of %s',
  (kind) => {
    test('what may be a record without an id was none of it: it is removed only once two answers lack it', async () => {
      const { forms, all } = await tenWith(kind)
      const [one, ...others] = all
      if (one === undefined) throw new Error('there are ten')
      one.form = 'gone'
      await forms.polls(15 * minute)
      one.form = 'nameless'
      for (const each of others.slice(0, 5)) each.form = 'gone'
      await forms.polls(hour)
      await forms.acceptLoss()
      await forms.polls(hour)
      expect(forms.told().toSorted()).toEqual([2, 3, 4, 5, 6].map((n) => `${gone[kind]} ${n}`))
      // One answer alone lacks it.
      one.form = 'gone'
      await forms.polls(15 * minute)
      one.form = 'nameless'
      await forms.polls(hour)
      expect(forms.told()).toEqual([])
    })

    test('those that have lost their ids for good hold up nobody any more', async () => {
      const { forms, all } = await tenWith(kind)
      for (const each of all.slice(0, 5)) each.form = 'nameless'
      await forms.polls(2 * hour)
      await forms.acceptLoss()
      await forms.polls(2 * hour)
      expect(forms.told()).toEqual([])
      const ninth = all[8]
      if (ninth === undefined) throw new Error('there are ten')
      ninth.form = 'gone'
      await forms.polls(2 * hour)
      expect(forms.told()).toEqual([`${gone[kind]} 9`])
    })
  },
)
