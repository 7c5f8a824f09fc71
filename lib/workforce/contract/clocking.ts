import * as z from 'zod'
import { DateTimeString, Uuid } from './formats.ts'

/** A break within a clocking; `end` is null while it lasts (spec section 2.2). */
export const ClockingBreak = z
  .object({ id: Uuid, start: DateTimeString, end: DateTimeString.nullable() })
  .meta({ id: 'ClockingBreak' })
export type ClockingBreak = z.infer<typeof ClockingBreak>

/**
 * One attendance from clock-in to clock-out; `end` is null while it is active
 * (spec section 2.2). Moments are UTC; the zones say where the employee stood.
 */
export const Clocking = z
  .object({
    id: Uuid,
    employeeId: Uuid,
    start: DateTimeString,
    end: DateTimeString.nullable(),
    startTimeZone: z.string(),
    endTimeZone: z.string(),
    breaks: z.array(ClockingBreak),
    note: z.string().nullable(),
  })
  .meta({ id: 'Clocking' })
export type Clocking = z.infer<typeof Clocking>
