import type { Clocking } from '../workforce/contract/clocking.ts'
import type { ReadAbsence } from '../workforce/reading.ts'
import type { EpochMs } from './moments.ts'

/** A range of moments, both inclusive. */
export type Range = { from: EpochMs; to: EpochMs }

/** Where something was asked for again, and whether all that is there was shown. */
export type AskedAgain = Range & { isWhole: boolean }

/** What the API showed of one kind. */
export type Shown<T> = {
  records: T[]
  /** The ids of records that break the contract; of the nameless among them, marks of their own. */
  unread: string[]
  /** Of those that were asked for elsewhere, and that the window does not show: where they were shown. */
  places: Readonly<Record<string, Range>>
  /**
   * Those of the nameless that an answer beside this one shows which is not known to be whole, so that it may
   * show the same record twice, once with its id.
   */
  unsure: string[]
  /** The ids of what one of several questions showed and another did not, though it asked there, too: it may have lost its id in between. */
  lost: string[]
  /** The ids of what is known and lies where something was asked for beside the window, and is shown nowhere. */
  lackedElsewhere: string[]
  /** Whether it is known to be whole: pages did not shift while they were read. */
  isComplete: boolean
  /**
   * Whether it lacks something of which is not certain yet that it is gone: then it may lack more,
   * and the next window begins where this one did.
   */
  isInDoubt: boolean
  /** Whether records were looked for wherever the API shows any: only then one may be gone. */
  isWide: boolean
  /** The earliest moment that the API could be asked about. */
  reach: EpochMs
  /** What ended before this is forgotten: the next window begins there. */
  forgetBefore: EpochMs
  /** Where records that could not be read were asked for again, beside the window; or null. */
  askedAgain: AskedAgain | null
}

/** The clockings that the API showed of one employee. */
export type ShownClockings = Shown<Clocking> & {
  /** The range that was asked for: everything active in it must be shown. */
  window: Range
}

/** The absences that the API showed of one employee. */
export type ShownAbsences = Shown<ReadAbsence> & {
  /** The dates asked for, `YYYY-MM-DD`, inclusive. */
  from: string
  to: string
}

/**
 * What the Workforce API said about one employee in one poll: null where it was not asked, or
 * did not answer.
 */
export type Snapshot = { clockings: ShownClockings | null; absences: ShownAbsences | null }

/** When what is missing may be believed to be gone (docs/decisions/removal.md). */
export type Removal = {
  /** How long it must be missing, in milliseconds. */
  after: number
  /** Whether so much is missing of so many at once that none of it is believed. */
  doubted: { clockings: boolean; absences: boolean }
  /** An operator's word that what was missing by then is gone, or null. */
  acceptedAt: EpochMs | null
}
