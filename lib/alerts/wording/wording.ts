import type { AttendanceEvent, EventName } from '../../attendance/events.ts'
import type { DigestPart } from '../../platform/alert-settings.ts'
import type { Moment, Phrase, Reading } from '../phrase.ts'

/** How fresh the facts of a digest are. Moments are epoch milliseconds. */
export type Freshness =
  | { asOf: number; isStale: boolean }
  /** Nothing was ever heard. */
  | { asOf: null; isStale: true }

/** A person in a digest, and what is to be said beside the name. */
export type Listed = {
  givenName: string
  familyName: string
  /** On a break since then. */
  breakSince?: number
  /** Clocked in since then. */
  since?: number
  /** Absent from or until then, where that is within the day. */
  from?: number
  until?: number
  /** What kind of absence, where that may be told. */
  absenceType?: string
  /** The last local date of an absence, `YYYY-MM-DD`; null where it has no end. */
  lastDay?: string | null
  zone: string
}

/** Everything that is said to people, in one language. */
export type Wording = {
  /** One event as a sentence. */
  event: (event: AttendanceEvent, reading: Reading) => Phrase
  /** Several events as a headline: how many of each type. */
  counts: (counts: readonly { type: EventName; count: number }[]) => string
  /** The headline of what happened longer ago. */
  caughtUp: (counts: string) => string
  /** Stands for the lines that a destination has no room for. */
  andMore: (count: number) => string
  /** The end of a mail's subject where the mail has further messages. */
  andMoreMessages: (count: number) => string
  /** A part of a message that had to be split. */
  partOf: (part: number, parts: number) => string
  /** A moment by the employee's clock, as it stands in a sentence: `at 17:31`. */
  moment: (moment: Moment) => string
  /** The same by the reader's clock, in Slack's date syntax: `at {time}`. */
  slackMoment: (moment: Moment) => string
  /** The employee's time as it stands beside the reader's: `17:31 in London`. */
  beside: (moment: Moment) => string
  digest: {
    headline: (name: string, freshness: Freshness, reading: Reading) => Phrase
    nothing: (name: string, freshness: Freshness, reading: Reading) => Phrase
    /** Said where the facts are old, in digests and roll calls. */
    stale: (freshness: Freshness, reading: Reading) => string
    heading: (part: DigestPart, count: number, freshness: Freshness) => string
    person: (part: DigestPart, person: Listed, reading: Reading) => Phrase
    /** Said where single employees could not be asked about, in digests and roll calls. */
    uncertain: (count: number) => string
  }
  rollCall: {
    headline: (count: number, onBreak: number, freshness: Freshness, reading: Reading) => Phrase
    jobTitle: (title: string | null, count: number) => string
    person: (person: Listed, reading: Reading) => Phrase
  }
}
