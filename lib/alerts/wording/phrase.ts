import { Temporal } from 'temporal-polyfill'
import type { EpochMs } from '../../attendance/moments.ts'

/**
 * A moment within a sentence, by the employee's clock. Where that is another than the
 * organisation's, the place is named, too, and Slack shows the reader's own time beside it.
 */
export type Moment = {
  at: EpochMs
  /** The employee's IANA zone. */
  zone: string
  /** `time`: the time alone, because the day is clear; `day`: with its day. */
  as: 'time' | 'day'
  /** Without its preposition. */
  bare?: true
  /** By another clock than the organisation's, so that a time alone would mislead. */
  elsewhere?: true
  /** By the organisation's clock, and with its place all the same: others stand beside it. */
  isPlaced?: true
}

/** A sentence, or a part of one: plain text and moments. */
export type Phrase = readonly (string | Moment)[]

/** A phrase from a template; phrases, texts and moments may stand in it. */
export const phrase = (
  texts: TemplateStringsArray,
  ...values: readonly (string | Moment | Phrase)[]
): Phrase => {
  const parts: (string | Moment)[] = []
  for (const [index, text] of texts.entries()) {
    const value = values[index]
    parts.push(text)
    if (value === undefined) continue
    if (typeof value === 'string' || 'zone' in value) parts.push(value)
    else parts.push(...value)
  }
  return parts.filter((part) => part !== '')
}

/** When and for whom a message is written. */
export type Reading = {
  /** When it is sent. */
  now: EpochMs
  /** The zone of employees of whom no other is known. */
  zone: string
  /** Without what can be left out: how long it was, what changed in particular. */
  isBrief?: boolean
  /** What stands beside the names of people who would read the same, by their ids. */
  apart?: ReadonlyMap<string, string>
  /** Whether times by other clocks follow, so that the organisation's own need its place, too. */
  isMixed?: boolean
}

/** A part of a sentence that can be left out. */
export const detail = (part: string | Phrase, { isBrief }: Reading): Phrase =>
  isBrief ? [] : typeof part === 'string' ? [part] : part

export const localDate = (at: EpochMs, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()

/** Whether clocks in two zones show the same at a moment. */
const agree = (at: EpochMs, one: string, other: string): boolean => {
  if (one === other) return true
  const instant = Temporal.Instant.fromEpochMilliseconds(at)
  const offset = (zone: string) => instant.toZonedDateTimeISO(zone).offsetNanoseconds
  return offset(one) === offset(other)
}

/** A moment as a sentence needs it: with its day where that is not the day of reading. */
export const momentFor = (at: EpochMs, zone: string, { now, zone: home }: Reading): Moment => ({
  at,
  zone,
  as: localDate(at, zone).equals(localDate(now, zone)) ? 'time' : 'day',
  ...(!agree(at, zone, home) && { elsewhere: true }),
})

/** Whether one of the phrases says a time by another clock than the organisation's. */
export const hasOtherClock = (phrases: readonly Phrase[]): boolean =>
  phrases.some((each) => each.some((part) => typeof part !== 'string' && part.elsewhere))
