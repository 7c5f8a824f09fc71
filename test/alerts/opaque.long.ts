import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { aSickness } from '../harness/builders.ts'
import { aRule } from './support/events.ts'
import { type Asked, heard, holidayOf, sicknessOf } from './support/opaque.ts'

const [office, managers] = [['office'], ['managers']]
const where = { absenceTypes: ['Sickness'] }

/** What opaque routes may be asked to tell; the settings refuse all but the first of them. */
const opaque = [
  aRule({ name: 'everything', on: [...eventNames], slack: office, email: managers, group: 0 }),
  aRule({ name: 'sickness', on: [...eventNames], where, slack: office, group: 900 }),
  // Corrections, and what settles something, come to these two unasked.
  aRule({ name: 'starts', on: ['absence-started'], slack: office, group: 0 }),
  aRule({
    name: 'presence',
    on: ['clocked-in-while-absent', 'clocked-in'],
    email: managers,
    slack: [],
    group: 0,
  }),
  aRule({ name: 'returns', on: ['return-overdue'], slack: office, email: managers }),
  aRule({
    name: 'by-day',
    on: ['clocked-in-while-absent', 'return-overdue', 'absence-started', 'absence-ended'],
    where: { hours: { from: '08:00', to: '18:00' } },
    slack: [],
    email: managers,
    group: 3_600,
  }),
]
/** The same events, to those who may know. */
const category = aRule({
  name: 'people-team',
  on: [...eventNames],
  where,
  slack: ['people-team'],
  group: 0,
  show: 'category',
})
const rules = [...opaque, category]

const day = fc.integer({ min: 16, max: 23 }).map((n) => `2026-11-${n}`)
const boundary = fc.oneof(
  day.map((date) => ({ $type: 'LocalDate' as const, date })),
  fc.record({
    $type: fc.constant('LocalDateTime' as const),
    date: day,
    time: fc.constantFrom('00:00:00', '09:00:00', '13:30:00'),
  }),
  fc.record({
    $type: fc.constant('LocalDatePart' as const),
    date: day,
    datePart: fc.constantFrom('FirstHalf' as const, 'SecondHalf' as const, 'FullDay' as const),
  }),
)
const asked: fc.Arbitrary<Asked> = fc.record({
  hours: fc.constantFrom(0.25, 1, 6, 12, 24),
  start: fc.oneof(
    { weight: 4, arbitrary: fc.constant({ $type: 'LocalDate' as const, date: '2026-11-18' }) },
    { weight: 1, arbitrary: boundary },
  ),
  end: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: boundary }),
  isShown: fc.constantFrom(true, true, true, false),
  isIn: fc.boolean(),
})
const polls = fc.array(asked, { minLength: 2, maxLength: 6 })
// What returns to a former value is told one answer later (docs/decisions/removal.md).
const returns = fc.uniqueArray(day, { maxLength: 8 })

describe('an opaque route', () => {
  test('hears of a sickness, byte for byte and at the same times, what it would of a holiday', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        polls,
        returns,
        fc.constantFrom('category' as const, 'full' as const),
        async (shown, expected, privacy) => {
          const { 'slack:people-team': _, ...ill } = await heard(
            shown,
            sicknessOf(expected),
            rules,
            privacy,
          )
          const { 'slack:people-team': __, ...off } = await heard(shown, holidayOf, rules, privacy)
          expect(ill).toEqual(off)
        },
      ),
      { numRuns: 60 },
    )
  })

  const sick: Asked[] = [6, 24, 24].map((hours) => ({
    hours,
    start: { $type: 'LocalDate', date: '2026-11-18' },
    end: null,
    isShown: true,
    isIn: false,
  }))
  const expected: typeof holidayOf = (times) =>
    aSickness({ ...times, estimatedReturn: { date: '2026-11-19', time: null } })

  test('is told something, and those who may know are told more', async () => {
    const said = await heard(sick, expected, rules, 'category')
    expect(said['slack:office']?.join()).toMatch(/Person0 is away/)
    expect(said['email:managers']?.join()).not.toMatch(/expected|sick/)
    expect(said['slack:people-team']?.join()).toMatch(
      /Person0 was expected back on Thu 19 Nov and is still off sick/,
    )
  })

  test('is not told whose return is expected, which a category route is', async () => {
    const back = async (show: 'opaque' | 'category') => {
      const { digests = [] } = await heard(sick, expected, rules, 'category', show)
      return digests.filter((each) => /^returning-tomorrow.*Person0/.test(each))
    }
    expect(await back('opaque')).toEqual([])
    expect(await back('category')).toHaveLength(1)
  })
})
