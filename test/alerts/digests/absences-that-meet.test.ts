import { describe, expect, test } from 'vitest'
import { peopleOf } from '../../../lib/alerts/digests/people.ts'
import type { KnownAbsence } from '../../../lib/attendance/state/state.ts'
import type { Show } from '../../../lib/routing/where.ts'
import { anId } from '../../harness/builders.ts'
import { asking, away, date } from '../support/staff.ts'

const off = (from: string, to: string): KnownAbsence => ({
  $type: 'Holiday',
  start: date(`2026-11-${from}`),
  end: date(`2026-11-${to}`),
})
const sick = (from: string, expected?: string): KnownAbsence => ({
  $type: 'Sickness',
  start: date(`2026-11-${from}`),
  end: null,
  ...(expected !== undefined && { estimatedReturn: { date: `2026-11-${expected}` } }),
})
const half = (day: string, datePart: 'FirstHalf' | 'SecondHalf') => ({
  $type: 'LocalDatePart' as const,
  date: `2026-11-${day}`,
  datePart,
})
const morning = (day: string) => ({ start: date(`2026-11-${day}`), end: half(day, 'FirstHalf') })

type Case = [what: string, all: [KnownAbsence, ...KnownAbsence[]], expected: object | null]

/** What a part says of somebody with these absences, in whichever order they became known. */
const inEachOrder = (
  part: 'off-today' | 'returning-tomorrow',
  [first, ...others]: Case[1],
  more: { show?: Show; now?: number } = {},
) => {
  const [last = first, ...before] = [first, ...others].toReversed()
  return [away('X', first, ...others), away('X', last, ...before)].map((state) => {
    const [listed] = peopleOf(part, [state], { ...asking, ...more })
    if (listed === undefined) return null
    const { employeeId, givenName, familyName, jobTitle, externalReference, zone, ...said } = listed
    return said
  })
}

describe('who is off by absences of which one goes on where another ends is off until the last is over', () => {
  test.for<Case>([
    ['after the weekend', [off('18', '22'), off('23', '27')], { lastDay: '2026-11-27' }],
    ['from tomorrow', [off('18', '20'), off('21', '27')], { lastDay: '2026-11-27' }],
    [
      'and a third on that',
      [off('18', '20'), off('21', '24'), off('25', '26')],
      { lastDay: '2026-11-26' },
    ],
    [
      'that lie in one another',
      [off('18', '27'), off('20', '22'), off('24', '25')],
      { lastDay: '2026-11-27' },
    ],
    ['until noon', [off('18', '22'), morning('23')], { lastDay: '2026-11-23' }],
    [
      'at noon',
      [
        { start: date('2026-11-18'), end: half('23', 'FirstHalf') },
        { start: half('23', 'SecondHalf'), end: date('2026-11-25') },
      ],
      { lastDay: '2026-11-25' },
    ],
    ['without an end', [off('18', '22'), sick('23')], { lastDay: null }],
    ['not where a weekend is between them', [off('18', '20'), off('23', '27')], {}],
    [
      'not where half a day is between them',
      [off('18', '22'), { start: half('23', 'SecondHalf'), end: date('2026-11-27') }],
      { lastDay: '2026-11-22' },
    ],
  ])('%s', ([, all, expected]) => {
    expect(inEachOrder('off-today', all)).toEqual([expected, expected])
  })

  test.for<Case>([
    [
      'a sickness before a holiday that begins when a return is expected',
      [sick('18', '23'), off('23', '27')],
      { absenceType: 'Sickness', lastDay: '2026-11-27' },
    ],
    [
      'a holiday that is longer than a sickness is expected to be',
      [off('18', '27'), sick('23', '25')],
      { absenceType: 'Holiday', lastDay: '2026-11-27' },
    ],
    [
      'a holiday before a sickness',
      [off('18', '22'), sick('23', '26')],
      { absenceType: 'Holiday', expectedBack: '2026-11-26' },
    ],
    [
      'a holiday in a sickness of which a return is expected as that ends',
      [sick('18', '21'), off('20', '20')],
      { absenceType: 'Sickness', expectedBack: '2026-11-21' },
    ],
    [
      'a sickness of which a return is expected today, before an afternoon off',
      [sick('18', '20'), { start: half('20', 'SecondHalf'), end: date('2026-11-20') }],
      { absenceType: 'Sickness', expectedBack: '2026-11-20' },
    ],
    [
      'a return that was expected before today',
      [sick('16', '19'), off('19', '19')],
      { absenceType: 'Sickness', expectedBack: '2026-11-19' },
    ],
  ])('where kinds may be told, that of the first: %s', ([, all, expected]) => {
    expect(inEachOrder('off-today', all, { show: 'category' })).toEqual([expected, expected])
  })

  test('where they may not, a sickness without an end is told as without one, whenever a return is expected', () => {
    expect(inEachOrder('off-today', [sick('18', '23'), off('23', '27')])).toEqual([
      { lastDay: null },
      { lastDay: null },
    ])
  })

  test('of two times off today that do not meet, until the first that is not over is', () => {
    const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)
    const today = { $type: 'LocalDateTime' as const, date: '2026-11-20' }
    const all: Case[1] = [
      { start: { ...today, time: '09:00' }, end: { ...today, time: '10:00' } },
      { start: { ...today, time: '15:00' }, end: date('2026-11-27') },
    ]
    const said = ['09:59', '10:00'].map((time) => inEachOrder('off-today', all, { now: at(time) }))
    const first = { from: at('09:00'), until: at('10:00') }
    const second = { from: at('15:00'), lastDay: '2026-11-27' }
    expect(said).toEqual([
      [first, first],
      [second, second],
    ])
  })

  test('what was withdrawn does not go on', () => {
    const { absences } = away('X', off('23', '27'))
    const [withdrawn] = Object.values(absences).map((each) => ({
      ...each,
      phase: 'withdrawn' as const,
    }))
    const state = away('X', off('18', '22'))
    if (withdrawn) state.absences[anId(9, 3)] = withdrawn
    expect(peopleOf('off-today', [state], asking)[0]?.lastDay).toBe('2026-11-22')
  })
})

describe('who is back on Monday by several absences', () => {
  const back = {}
  test.for<Case>([
    ['that end on Sunday', [off('18', '20'), off('21', '22')], back],
    ['that end at noon on Monday', [off('18', '22'), morning('23')], back],
    [
      'that end at noon on Monday, with the weekend between them',
      [off('18', '20'), morning('23')],
      back,
    ],
    ['the last of them of Monday, after the weekend', [off('18', '20'), off('23', '23')], null],
    ['that end on Monday', [off('18', '20'), off('21', '22'), off('23', '23')], null],
    [
      'the last of them on Monday afternoon',
      [
        off('18', '22'),
        morning('23'),
        { start: half('23', 'SecondHalf'), end: date('2026-11-24') },
      ],
      null,
    ],
    ['the last of them without an end', [off('18', '20'), sick('21', '23')], null],
    ['none of which is of today', [off('18', '19'), morning('23')], null],
  ])('%s', ([, all, expected]) => {
    expect(inEachOrder('returning-tomorrow', all)).toEqual([expected, expected])
  })

  test('from one working day to the next', () => {
    const now = Date.parse('2026-11-19T08:30:00Z')
    const all: Case[1] = [off('17', '19'), morning('20')]
    expect(inEachOrder('returning-tomorrow', all, { now })).toEqual([back, back])
  })

  const expected = (absenceType: string, day: string) => ({
    absenceType,
    expectedBack: `2026-11-${day}`,
  })
  test.for<Case>([
    ['within a sickness', [off('18', '20'), sick('19', '23')], expected('Sickness', '23')],
    ['before a sickness', [off('18', '20'), sick('21', '23')], expected('Sickness', '23')],
    ['longer than a sickness', [off('20', '22'), sick('18', '21')], expected('Holiday', '21')],
    ['while a sickness should have ended before', [off('18', '20'), sick('17', '19')], null],
  ])('where kinds may be told, with that of the last: a holiday %s', ([, all, said]) => {
    expect(inEachOrder('returning-tomorrow', all, { show: 'category' })).toEqual([said, said])
  })
})
