import type { Clocking } from '../workforce/contract/clocking.ts'
import type { ReadAbsence } from '../workforce/reading.ts'
import type { EpochMs } from './moments.ts'

/** What the Workforce API said about one employee in one poll. */
export type Snapshot = {
  clockings: {
    records: Clocking[]
    /** The range that the answer covers: everything active in it was asked for. */
    covers: { from: EpochMs; to: EpochMs }
    /** Where the window of this poll starts: what ended before is forgotten. */
    windowFrom: EpochMs
    /** The earliest moment that the API could be asked about. */
    reach: EpochMs
    /** Whether every page came and every record held. */
    complete: boolean
  }
  /** Null where absences were not due. */
  absences: {
    records: ReadAbsence[]
    /** The dates asked for, `YYYY-MM-DD`, inclusive. */
    from: string
    to: string
    complete: boolean
  } | null
}
