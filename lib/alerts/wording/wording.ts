import type { AttendanceEvent, EventName } from '../../attendance/events/events.ts'
import type { DigestPart } from '../rules/alert-settings.ts'
import type { Nameable } from './namesakes.ts'
import type { Moment, Phrase, Reading } from './phrase.ts'

/** How fresh the facts of a digest are. Moments are epoch milliseconds. */
export type Freshness =
  | {
      /** Everybody was asked about at this moment or later, but for who is uncertain. */
      asOf: number
      /** When the time clock was last heard, and whoever is in was asked about, where that is later than `asOf`. */
      heardAt?: number
      isStale: boolean
    }
  /** Nothing was ever heard. */
  | { asOf: null; heardAt?: never; isStale: true }

/** When the time clock was last heard; null where it never was. */
export const lastHeard = ({ asOf, heardAt }: Freshness): number | null => heardAt ?? asOf

/** How many events of a kind a message has. */
export type Count = {
  kind: EventName | 'all-clear'
  events: number
  /** How many different people they are about. */
  people: number
  /** Whether all of them are of the day of reading. */
  isToday: boolean
}

/** A person in a digest, and what is to be said beside the name. */
export type Listed = {
  employeeId: string
  givenName: string
  familyName: string
  jobTitle: string | null
  externalReference: string | null
  /** On a break since then. */
  breakSince?: number
  /** Clocked in since then. */
  since?: number
  /** Absent from or until then, where that is within the day. */
  from?: number
  until?: number
  /** What kind of absence, where that may be shown. */
  absenceType?: string
  /** Who is listed as in: absent all the same, now or from a moment of this day. */
  away?: { from?: number }
  /** Who is listed as off: clocked in all the same, since then. */
  inSince?: number
  /** The last local date of an absence, `YYYY-MM-DD`; null where it has no end. */
  lastDay?: string | null
  /** When somebody is expected back whose absence has no end, `YYYY-MM-DD`, where that may be shown. */
  expectedBack?: string
  zone: string
}

/** A part of a digest, as its heading needs it. */
export type DigestHeading = {
  part: DigestPart
  count: number
  freshness: Freshness
  /** When those are back who are back next, `YYYY-MM-DD`, and whether that is tomorrow. */
  returning: { date: string; isTomorrow: boolean }
}

/** A sentence, and as much of it as a subject has room for. */
export type Headline = { headline: Phrase; briefly: Phrase }

/** What is said to people of events, in one language. */
export type AlertWording = {
  /** What is to stand beside the names of people who would read the same, by their ids. */
  distinguish: (people: readonly Nameable[]) => ReadonlyMap<string, string>
  /** One event as a sentence, where it is to be brief without its details. */
  event: (event: AttendanceEvent, reading: Reading) => Phrase
  /** One event as a sentence that says that something is there after all. */
  back: (event: AttendanceEvent, reading: Reading) => Phrase
  /** Several events as a headline: of each kind, in their order, a text that can stand alone. */
  counts: (counts: readonly Count[]) => string[]
  /** The sentence of an event that puts an end to what was overdue. */
  allClear: (sentence: Phrase) => Phrase
  /** The headline of what happened longer ago. */
  caughtUp: (counts: string) => Headline
  /** Stands for the lines that a destination has no room for. */
  andMore: (count: number) => string
  /** A part of a message that had to be split. */
  partOf: (part: number, parts: number) => string
  /** A moment by the employee's clock, as it stands in a sentence: `at 17:31`. */
  moment: (moment: Moment) => string
  /** The same by the reader's clock, in Slack's date syntax: `at {time}`. */
  slackMoment: (moment: Moment) => string
  /** The employee's time as it stands beside the reader's: `17:31 in London`. */
  beside: (moment: Moment) => string
  /** A message to a destination that is to see whether it arrives. */
  test: (destination: string) => Headline
}

/** Everything that is said to people, in one language. */
export type Wording = AlertWording & {
  digest: {
    headline: (name: string, freshness: Freshness, reading: Reading) => Phrase
    nothing: (name: string, freshness: Freshness, reading: Reading) => Phrase
    /** Said where the facts are old, in digests and roll calls. */
    stale: (freshness: Freshness, reading: Reading) => string
    heading: (about: DigestHeading) => string
    /** What a mail is called that has these parts, what is rare first; and ever more briefly. */
    subjects: (name: string, about: readonly DigestHeading[]) => Phrase[]
    /** What is said of somebody in a part, as of when the facts were known. */
    person: (part: DigestPart, person: Listed, freshness: Freshness, reading: Reading) => Phrase
    /** Said where single employees could not be asked about, in digests and roll calls. */
    uncertain: (count: number) => string
  }
  rollCall: {
    headline: (count: number, onBreak: number, freshness: Freshness, reading: Reading) => Phrase
    jobTitle: (title: string | null, count: number) => string
    person: (person: Listed, reading: Reading) => Phrase
  }
}
