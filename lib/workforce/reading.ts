import * as z from 'zod'
import {
  BoundedDate,
  BoundedMoment,
  BoundedText,
  BoundedTime,
  isDateInRange,
  isEndBeforeStart,
  maxTime,
  Word,
} from './bounded.ts'
import {
  AbsenceBoundary,
  commonAbsenceFields,
  Duration,
  EstimatedReturn,
  sicknessFields,
} from './contract/absence.ts'
import { Clocking, ClockingBreak } from './contract/clocking.ts'
import { Employee, Employment } from './contract/employee.ts'
import { markOf } from './nameless.ts'

/**
 * How answers of the Workforce API are read. The contract says what the spec promises;
 * reading is more forgiving where the upstream may grow, and never guesses: an absence
 * of a new `$type`, or with a boundary of a new `$type`, is kept and marked, a record
 * that breaks the contract is set aside, and the rest of its page is used.
 */

/** A clocking with more breaks than this breaks the contract. */
const maxBreaks = 100
/** So many of what is wrong with a record are told. */
const maxProblems = 10

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
).refine((boundary) => !('time' in boundary) || boundary.time.length <= maxTime, {
  path: ['time'],
  message: 'too long',
})

/** Beyond these, an amount of days or minutes is nonsense, and some of it no database holds. */
const amountLimits = { least: 1e-6, most: 1e9 }
const ReadDuration = Duration.refine(
  (duration) => {
    const amount = Math.abs('days' in duration ? duration.days : duration.minutes)
    return amount === 0 || (amount >= amountLimits.least && amount <= amountLimits.most)
  },
  { message: 'out of range' },
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

const ReadBreak = ClockingBreak.extend({ start: BoundedMoment, end: BoundedMoment.nullable() })
/** Counted before any of them is read: a million that are wrong would be a million problems. */
const breaks = z.array(z.unknown()).max(maxBreaks).pipe(z.array(ReadBreak))

/**
 * A clocking as read, of bounded size. Where an open clocking will end nobody knows, so null as
 * its `endTimeZone`, which the spec does not promise, is read as the empty string. One that ends
 * before it starts breaks the contract: which of the two is wrong nobody can say.
 */
export const ReadClocking = Clocking.extend({
  start: BoundedMoment,
  end: BoundedMoment.nullable(),
  startTimeZone: Word,
  endTimeZone: Word.nullable().transform((zone) => zone ?? ''),
  breaks,
  note: BoundedText.nullish().transform((value) => value ?? null),
}).refine((clocking) => !isEndBeforeStart(clocking), { path: ['end'], message: 'before start' })

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

/** What was wrong with one record of a page: never its values, only where and which rule. */
export type RejectedRecord = {
  index: number
  /**
   * As it came, as the ids of records are kept and compared; where it is no uuid, a mark of the
   * record (lib/workforce/nameless.ts).
   */
  id: string
  problems: string[]
}

/** The usable records of a page, and those that break the contract. */
export type RecordsRead<T> = { records: T[]; rejected: RejectedRecord[] }

const idOf = (value: unknown): string => {
  const parsed = z.object({ id: z.guid() }).safeParse(value)
  return parsed.success ? parsed.data.id : markOf(value)
}

/** Reads only the records of one employee, so that no answer is taken for somebody else's. */
export const ofEmployee = <T extends { employeeId: string }>(
  schema: z.ZodType<T>,
  employeeId: string,
): z.ZodType<T> =>
  schema.refine((record) => record.employeeId.toLowerCase() === employeeId.toLowerCase(), {
    path: ['employeeId'],
    message: 'not the employee asked for',
  })

/** Of the ways to read a record, what is wrong with the one that it came closest to. */
const closest = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const ways = issue.errors.map((issues) =>
    issues.flatMap(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  )
  const typed = ways.filter((way) => !way.some(({ path }) => path.at(-1) === '$type'))
  return (typed.length > 0 ? typed : ways).reduce((best, way) =>
    way.length < best.length ? way : best,
  )
}

const described = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.')}: ${issue.code === 'custom' ? issue.message : issue.code}`

/**
 * Reads each item of a page by itself, so that one bad record costs only itself.
 * @param schema how an item is read
 * @param items the `items` of a page, as they came
 * @returns the records that hold, in order, and a note on each that does not
 */
export const readRecords = <T>(schema: z.ZodType<T>, items: unknown[]): RecordsRead<T> => {
  const read: RecordsRead<T> = { records: [], rejected: [] }
  for (const [index, item] of items.entries()) {
    const parsed = schema.safeParse(item)
    if (parsed.success) read.records.push(parsed.data)
    else {
      const problems = parsed.error.issues.flatMap(closest).slice(0, maxProblems).map(described)
      read.rejected.push({ index, id: idOf(item), problems })
    }
  }
  return read
}
