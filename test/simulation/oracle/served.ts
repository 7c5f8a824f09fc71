import type { EpochMs } from './moments.ts'

/** What an answer may be about. */
export type Operation = 'clockings' | 'absences' | 'employees'

/** Whom and what an answer is about. */
export type Asked = {
  operation: Operation
  /** About whom; null where it was the roster. */
  employeeId: string | null
  /** The range asked for: moments for clockings, dates for absences, empty for the roster. */
  range: { from: string; to: string }
}

/** One answer of the simulated API, all its pages, as far as it went out. */
export type Served = Asked & {
  /** Who asked. */
  process: string
  /** When the first page was asked for, and when the last one that went out did so. */
  from: EpochMs
  to: EpochMs
  /** Every record that went out whole, by its id, as it went out last. */
  records: Map<string, object>
  /** The ids of those that went out broken. */
  broken: Set<string>
  /** Of those, the ids that nobody could read. */
  nameless: Set<string>
  /** How many of its records nobody could read the id of: one that two pages show is two. */
  namelessShown: number
  /** Records that it lacked though the truth had them, or gave broken. */
  hidden: Set<string>
  /** Whether two of its pages showed the same record. */
  isOverlapping: boolean
  /** Records that slipped from one page to another while it was read: asking again shows them. */
  slipped: Set<string>
  /** How far behind the truth it was, in milliseconds; without end where it was empty. */
  lag: number
  /** How many pages went out. */
  pages: number
  /** Whether the last page went out. */
  isComplete: boolean
  /** The name of what it failed with, or null. */
  failure: string | null
}

/** A write as the store took it, or refused it. */
export type Written = {
  process: string
  at: EpochMs
  /** What it was, such as `save <employeeId>` or `finish shard 0001`. */
  what: string
  isTaken: boolean
}
