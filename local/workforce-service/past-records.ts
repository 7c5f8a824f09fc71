import type { SettableClock } from '../clock.ts'
import type { Organisation } from './organisation.ts'
import { createRecords, type Records } from './records.ts'

/** Records that can also be seen as they were. */
export type RecordsWithPast = Records & {
  /**
   * What was on record at a moment of the service's clock, epoch milliseconds. What is written
   * to it is written nowhere else.
   */
  asOf(moment: number): Records
}

/** Keeps everything that is written, and when, so that any moment can be shown again. */
export const createRecordsWithPast = (
  organisation: Organisation,
  clock: SettableClock,
): RecordsWithPast => {
  const present = createRecords(organisation, clock)
  const writes: { at: number; write: (records: Records) => void }[] = []
  const kept =
    <Args extends unknown[]>(write: (records: Records, ...args: Args) => void) =>
    (...args: Args): void => {
      write(present, ...args)
      writes.push({ at: clock.now(), write: (records) => write(records, ...args) })
    }
  return {
    ...present,
    setExternalReference: kept((records, id: string, reference: string | null) =>
      records.setExternalReference(id, reference),
    ),
    putEmployee: kept((records, employee) => records.putEmployee(employee)),
    deleteEmployee: kept((records, id) => records.deleteEmployee(id)),
    putClocking: kept((records, clocking) => records.putClocking(clocking)),
    deleteClocking: kept((records, id) => records.deleteClocking(id)),
    putAbsence: kept((records, absence) => records.putAbsence(absence)),
    deleteAbsence: kept((records, id) => records.deleteAbsence(id)),
    asOf(moment) {
      const past = createRecords(organisation, { now: () => moment })
      for (const { at, write } of writes) if (at <= moment) write(past)
      return past
    },
  }
}
