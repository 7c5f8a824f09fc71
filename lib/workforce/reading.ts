import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'
import {
  AbsenceBoundary,
  commonAbsenceFields,
  EstimatedReturn,
  sicknessFields,
} from './contract/absence.ts'
import { Clocking, ClockingBreak } from './contract/clocking.ts'
import { Employee, Employment } from './contract/employee.ts'
import { DateTimeString, LocalDateString } from './contract/formats.ts'
import { ReadDuration } from './duration.ts'
import type { Finding } from './findings.ts'
import { BoundedTime, maxTime, toNanoseconds } from './local-time.ts'

/**
 * How answers of the Workforce API are read. The contract says what the spec promises;
 * reading is more forgiving where the upstream may grow, and never guesses: an absence
 * of a new `$type`, or with a boundary of a new `$type`, is kept and marked, a record
 * that breaks the contract is set aside, and the rest of its page is used.
 */

/** Strings longer than this break the contract: nobody's note is a megabyte. */
const maxText = 20_000

/** Half of a surrogate pair has no UTF-8, so that some encoder further on would refuse it. */
export const BoundedText = z
  .string()
  .max(maxText)
  .overwrite((value) => value.toWellFormed())

/** The name of a type or of a time zone. */
export const Word = BoundedText.max(100)

/** A moment in epoch milliseconds; without an offset it is UTC (spec section 2.2). Not a number where it is no moment. */
export const epochMilliseconds = (dateTime: string): number =>
  Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)

/** Whether a moment is one of the years 0 to 9999 in UTC, too: RFC 3339 writes no others. */
const isWritable = (dateTime: string): boolean => {
  const year = new Date(epochMilliseconds(dateTime)).getUTCFullYear()
  // What is no moment at all has been reported as that.
  return !(year < 0 || year > 9999)
}

/** Whether something ends before it starts, to the millisecond; what is no moment does not. */
export const isEndBeforeStart = ({ start, end }: { start: string; end: string | null }): boolean =>
  end !== null && epochMilliseconds(end) < epochMilliseconds(start)

/** A moment: the format allows any number of digits, this as many as a clock has. */
export const BoundedMoment = DateTimeString.max(40).refine(isWritable, 'out of range')

/** The first day of the year 0 may begin in the year before, in UTC. */
export const isDateInRange = (date: string): boolean => date !== '0000-01-01'
export const BoundedDate = LocalDateString.refine(isDateInRange, 'out of range')

/** A clocking with more breaks than this breaks the contract. */
const maxBreaks = 100

/** The boundary types of spec section 2.3. */
export const knownBoundaryTypes = ['LocalDate', 'LocalDateTime', 'LocalDatePart']
const UnknownBoundary = z
  .object({ $type: Word })
  .refine((boundary) => !knownBoundaryTypes.includes(boundary.$type), {
    path: ['$type'],
    abort: true,
  })

/** A boundary, or one of a `$type` that the spec does not list: its moment is not known. */
export const ReadBoundary = z.union([AbsenceBoundary, UnknownBoundary])
export type ReadBoundary = z.infer<typeof ReadBoundary>

/** A boundary as an answer may have it; what has been kept is read as it is. */
const AnswerBoundary = ReadBoundary.refine(
  (boundary) => !('date' in boundary) || isDateInRange(boundary.date),
  { path: ['date'], message: 'out of range' },
)
  .refine((boundary) => !('time' in boundary) || boundary.time.length <= maxTime, {
    path: ['time'],
    message: 'too long',
  })
  .overwrite((boundary) =>
    'time' in boundary ? { ...boundary, time: toNanoseconds(boundary.time) } : boundary,
  )

const absentText = BoundedText.nullish().transform((value) => value ?? '')
const common = {
  ...commonAbsenceFields,
  start: AnswerBoundary,
  end: AnswerBoundary.nullable(),
  displayName: BoundedText,
  note: absentText,
}

/** The absence types of spec section 2.3. */
export const knownAbsenceTypes = ['Sickness', 'Toil', 'Holiday', 'Other']
const UnknownAbsence = z
  .object({ $type: Word, ...common })
  .refine((absence) => !knownAbsenceTypes.includes(absence.$type), { path: ['$type'], abort: true })

/** An absence as read: any of the spec's types, or a new one with the common fields. */
export const ReadAbsence = z.union([
  z.object({
    $type: z.literal('Sickness'),
    ...common,
    ...sicknessFields,
    estimatedReturn: EstimatedReturn.extend({
      date: BoundedDate,
      time: BoundedTime.nullish(),
    }).nullable(),
    reason: sicknessFields.reason.extend({ description: BoundedText }),
    duration: ReadDuration.nullable(),
    paidDuration: ReadDuration.nullable(),
  }),
  z.object({ $type: z.enum(['Toil', 'Holiday', 'Other']), ...common }),
  UnknownAbsence,
])
export type ReadAbsence = z.infer<typeof ReadAbsence>

const notBeforeStart = { path: ['end'], message: 'before start' }
const ReadBreak = ClockingBreak.extend({
  start: BoundedMoment,
  end: BoundedMoment.nullable(),
}).refine((each) => !isEndBeforeStart(each), notBeforeStart)
const haveIdsOfTheirOwn = (breaks: readonly { id: string }[]): boolean =>
  new Set(breaks.map(({ id }) => id)).size === breaks.length
/** Counted before any of them is read: a million that are wrong would be a million problems. */
const breaks = z
  .array(z.unknown())
  .max(maxBreaks)
  .pipe(z.array(ReadBreak).refine(haveIdsOfTheirOwn, 'two of one id'))

/**
 * A clocking as read, of bounded size. Where an open clocking will end nobody knows, so null as
 * its `endTimeZone`, which the spec does not promise, is read as the empty string. One that ends
 * before it starts, or has a break that does, breaks the contract: which of the two is wrong nobody can say.
 */
export const ReadClocking = Clocking.extend({
  start: BoundedMoment,
  end: BoundedMoment.nullable(),
  startTimeZone: Word,
  endTimeZone: Word.nullable().transform((zone) => zone ?? ''),
  breaks,
  note: BoundedText.nullish().transform((value) => value ?? null),
}).refine((clocking) => !isEndBeforeStart(clocking), notBeforeStart)

/** An employee as read, of bounded size. */
export const ReadEmployee = Employee.extend({
  name: z.object({ givenName: BoundedText, familyName: BoundedText }),
  employment: Employment.extend({
    jobTitle: BoundedText.nullable(),
    payrollNumber: BoundedText.nullable(),
  }),
  email: BoundedText,
  externalReference: BoundedText.nullable(),
})

const zones = new Map<string, boolean>()
/** More spellings than this are not remembered, so that a hostile upstream cannot fill memory. */
const maxZones = 1_000

/** Whether a string names a time zone that this runtime knows; offsets such as `+01:00` do not. */
export const isTimeZone = (zone: string): boolean => {
  const remembered = zones.get(zone)
  if (remembered !== undefined) return remembered
  const known = isNamedZone(zone)
  if (zones.size < maxZones) zones.set(zone, known)
  return known
}

const isNamedZone = (zone: string): boolean => {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    // Some names of old (IST, PST) are known to Intl alone; what counts is who reckons with them.
    Temporal.PlainDate.from('2000-01-01').toZonedDateTime(zone)
    return true
  } catch {
    return false
  }
}

/** Whether two names are of one zone, as `Asia/Kolkata` and `Asia/Calcutta` are. */
export const isSameZone = (one: string, other: string): boolean => {
  if (one === other) return true
  if (!isTimeZone(one) || !isTimeZone(other)) return false
  const day = Temporal.PlainDate.from('2000-01-01')
  return day.toZonedDateTime(one).equals(day.toZonedDateTime(other))
}

/** The time zones of a clocking that nobody can reckon with. */
export const unknownInClocking = (clocking: z.infer<typeof ReadClocking>): Finding[] =>
  [...new Set([clocking.startTimeZone, clocking.endTimeZone])]
    .filter((zone) => !isTimeZone(zone))
    .map((value) => ({ kind: 'time-zone', value }))

/** The types of an absence, its own and its boundaries', that the spec does not list. */
export const unknownInAbsence = ({ $type, start, end }: ReadAbsence): Finding[] => [
  ...[$type]
    .filter((type) => !knownAbsenceTypes.includes(type))
    .map((value): Finding => ({ kind: 'absence-type', value })),
  ...[start.$type, ...(end ? [end.$type] : [])]
    .filter((type) => !knownBoundaryTypes.includes(type))
    .map((value): Finding => ({ kind: 'boundary-type', value })),
]
