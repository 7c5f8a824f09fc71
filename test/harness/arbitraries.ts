import fc from 'fast-check'
import { epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { AttendanceRules, Privacy } from '../../lib/attendance/rules.ts'
import type { Clocking, ClockingBreak } from '../../lib/workforce/contract/clocking.ts'
import { ReadAbsence, ReadClocking } from '../../lib/workforce/reading.ts'
import { anId, employeeId, rules } from './builders.ts'

/** When the polls of these tests are made; records lie around it. */
export const pollMoment = '2026-11-18T12:00:00Z'
const now = epochMs(pollMoment)

/** Any text at all: unpaired surrogates, NUL, what XML cannot hold, nothing. */
export const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', '\0', '\ud800', '\udfff!', '\ufffe\uffff', '__proto__'),
)

const zone = fc.constantFrom(
  'Europe/London',
  'Pacific/Auckland',
  'America/Los_Angeles',
  '',
  '+01:00',
)

/** The spellings of a moment that the API may choose. */
const spelled = (moment: number): fc.Arbitrary<string> => {
  const iso = new Date(moment).toISOString()
  return fc.constantFrom(
    utc(moment),
    iso,
    iso.replace('Z', '000Z'),
    iso.replace('Z', '+00:00'),
    iso.replace('Z', ''),
  )
}

/** Moments fall together now and then: what happens at the same time is the hard part. */
const grain = 20 * minute

const spelledBetween = (from: number, to: number): fc.Arbitrary<string> =>
  fc
    .integer({
      min: Math.ceil(from / grain),
      max: Math.max(Math.ceil(from / grain), Math.floor(to / grain)),
    })
    .chain((n) => spelled(Math.min(n * grain, Math.max(to, from))))

const endOf = (from: string, to: number): fc.Arbitrary<string | null> =>
  fc.option(spelledBetween(epochMs(from), Math.max(to, epochMs(from))), { freq: 2 })

const aBreakIn = (from: number, to: number, n: number): fc.Arbitrary<ClockingBreak> =>
  spelledBetween(from, to).chain((start) =>
    endOf(start, to).map((end) => ({ id: anId(n, 2), start, end })),
  )

const someBreaks = (from: number, to: number, n: number): fc.Arbitrary<ClockingBreak[]> =>
  fc
    .nat(3)
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, k) => aBreakIn(from, to, n * 10 + k))),
    )

const aClockingOf = (n: number): fc.Arbitrary<Clocking> =>
  spelledBetween(now - 20 * hour, now)
    .chain((start) => endOf(start, now).map((end) => ({ start, end })))
    .chain(({ start, end }) =>
      fc.record({
        id: fc.constant(anId(n, 1)),
        employeeId: fc.constant(employeeId),
        start: fc.constant(start),
        end: fc.constant(end),
        startTimeZone: zone,
        endTimeZone: zone,
        breaks: someBreaks(epochMs(start), end === null ? now : epochMs(end), n),
        note: fc.option(anyText),
      }),
    )
    .map((clocking) => ReadClocking.parse(clocking))

/** Up to five valid clockings of the last day, as read from an answer. */
export const someClockings: fc.Arbitrary<Clocking[]> = fc
  .nat(5)
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => aClockingOf(n))))

const date = fc.constantFrom('2026-11-17', '2026-11-18', '2026-11-19')
const timeOfDay = fc.constantFrom('00:00', '09:30', '12:00:00', '23:59:59.5')

const boundary = fc.oneof(
  fc.record({ $type: fc.constant('LocalDate'), date }),
  fc.record({ $type: fc.constant('LocalDateTime'), date, time: timeOfDay }),
  fc.record({
    $type: fc.constant('LocalDatePart'),
    date,
    datePart: fc.constantFrom('FirstHalf', 'SecondHalf', 'FullDay'),
  }),
  fc.constant({ $type: 'LocalWeek' }),
)

const amount = fc.oneof(
  fc.integer({ min: 0, max: 400 }),
  fc.double({ min: 1e-6, max: 400, noNaN: true }),
)
const duration = fc.option(
  fc.oneof(
    amount.map((days) => ({ $type: 'Days', days })),
    amount.map((minutes) => ({ $type: 'Minutes', minutes })),
  ),
)

const sickness = fc.record({
  $type: fc.constant('Sickness'),
  estimatedReturn: fc.option(
    fc.record({ date, time: fc.option(timeOfDay) }, { requiredKeys: ['date'] }),
  ),
  isCertified: fc.boolean(),
  reason: fc.record({ id: fc.maxSafeInteger(), description: anyText }),
  duration,
  isPaid: fc.boolean(),
  paidDuration: duration,
})

const anAbsenceOf = (n: number): fc.Arbitrary<ReadAbsence> =>
  fc
    .tuple(
      fc.record({ start: boundary, end: fc.option(boundary), displayName: anyText, note: anyText }),
      fc.oneof(
        sickness,
        fc.record({ $type: fc.constantFrom('Toil', 'Holiday', 'Other', 'Sabbatical') }),
      ),
    )
    .map(([common, own]) => ReadAbsence.parse({ id: anId(n, 3), employeeId, ...common, ...own }))

/** Up to three absences around the day of the poll, as read from an answer. */
export const someAbsences: fc.Arbitrary<ReadAbsence[]> = fc
  .nat(3)
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => anAbsenceOf(n))))

const privacy: fc.Arbitrary<Privacy> = fc.record({
  absences: fc.constantFrom('opaque', 'category', 'full'),
  notes: fc.boolean(),
  emails: fc.boolean(),
  payrollNumbers: fc.boolean(),
})

/** Rules with any privacy, and everything that may call for attention. */
export const anyRules: fc.Arbitrary<AttendanceRules> = privacy.map((chosen) =>
  rules({
    privacy: chosen,
    attention: {
      clockingLongerThanHours: 10,
      breakLongerThanMinutes: 60,
      clockedInWhileAbsent: true,
      absenceGraceMinutes: 0,
      returnOverdue: true,
    },
  }),
)
