import * as z from 'zod'
import { LocalDateString, LocalTimeString, Uuid } from './formats.ts'

const LocalDate = z
  .object({ $type: z.literal('LocalDate'), date: LocalDateString })
  .meta({ id: 'LocalDate' })
const LocalDateTime = z
  .object({ $type: z.literal('LocalDateTime'), date: LocalDateString, time: LocalTimeString })
  .meta({ id: 'LocalDateTime' })
const LocalDatePart = z
  .object({
    $type: z.literal('LocalDatePart'),
    date: LocalDateString,
    datePart: z.enum(['FirstHalf', 'SecondHalf', 'FullDay']),
  })
  .meta({ id: 'LocalDatePart' })

/** One edge of an absence, inclusive and local to the employee (spec section 2.3). */
export const AbsenceBoundary = z
  .discriminatedUnion('$type', [LocalDate, LocalDateTime, LocalDatePart])
  .meta({ id: 'AbsenceBoundary' })
export type AbsenceBoundary = z.infer<typeof AbsenceBoundary>

const Days = z.object({ $type: z.literal('Days'), days: z.number() }).meta({ id: 'Days' })
const Minutes = z
  .object({ $type: z.literal('Minutes'), minutes: z.number() })
  .meta({ id: 'Minutes' })

/** How long an absence lasts, in days or in minutes (spec section 2.3). */
export const Duration = z.discriminatedUnion('$type', [Days, Minutes]).meta({ id: 'Duration' })
export type Duration = z.infer<typeof Duration>

/** When a sick employee expects to be back, local to them; `time` is an optional key. */
export const EstimatedReturn = z
  .object({ date: LocalDateString, time: LocalTimeString.nullish() })
  .meta({ id: 'EstimatedReturn' })
export type EstimatedReturn = z.infer<typeof EstimatedReturn>

/** Spec section 2.3. */
export const SicknessReason = z
  .object({ id: z.int(), description: z.string() })
  .meta({ id: 'SicknessReason' })

/** The fields that every `$type` of absence has (spec section 2.3). */
export const commonAbsenceFields = {
  id: Uuid,
  employeeId: Uuid,
  start: AbsenceBoundary,
  end: AbsenceBoundary.nullable(),
  displayName: z.string(),
  note: z.string(),
}

/** The fields that only `Sickness` has (spec section 2.3). */
export const sicknessFields = {
  estimatedReturn: EstimatedReturn.nullable(),
  isCertified: z.boolean(),
  reason: SicknessReason,
  duration: Duration.nullable(),
  isPaid: z.boolean(),
  paidDuration: Duration.nullable(),
}

const absenceOf = <Type extends string>(type: Type) =>
  z.object({ $type: z.literal(type), ...commonAbsenceFields }).meta({ id: type })

/** An approved absence, by its `$type` (spec section 2.3). */
export const Absence = z
  .discriminatedUnion('$type', [
    absenceOf('Sickness').extend(sicknessFields).meta({ id: 'Sickness' }),
    absenceOf('Toil'),
    absenceOf('Holiday'),
    absenceOf('Other'),
  ])
  .meta({ id: 'Absence' })
export type Absence = z.infer<typeof Absence>
