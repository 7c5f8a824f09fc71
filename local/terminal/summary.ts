import type { Totals } from '../telemetry/figures.ts'
import type { Presence } from './presence.ts'
import { count, localTime, shortDuration, someOf } from './wording.ts'

/** So many of those who are in are named. */
const named = 2

const breaks = ({ onBreak }: Presence): string => (onBreak === 0 ? '' : `, ${onBreak} on a break`)

const delayText = ({ delay }: Totals): string[] =>
  delay === null
    ? []
    : [
        `seen after ${shortDuration(delay.median * 1_000)} (median), ` +
          `${shortDuration(delay.longest * 1_000)} at most`,
      ]

/**
 * Where a run stands, in two lines.
 * @param moment epoch milliseconds
 */
export const summary = (
  moment: number,
  timeZone: string,
  presence: Presence,
  totals: Totals,
): string => {
  const { weekday, day, time } = localTime(moment, timeZone)
  const { people, present } = presence
  const figures = [
    count(totals.polls, 'poll'),
    count(totals.apiCalls, 'API call'),
    ...(totals.apiErrors === 0 ? [] : [`${totals.apiErrors} failed`]),
    count(totals.events, 'event'),
    ...delayText(totals),
  ]
  const inNow = `${present.length} of ${people} in${breaks(presence)}`
  return `-- ${weekday} ${day}, ${time}  ${inNow}\n   ${figures.join(' · ')}`
}

/** What a run begins with, in one line. */
export const firstLine = (presence: Presence): string => {
  const { people, present } = presence
  const names = present.length === 0 ? '' : ` (${someOf(present, named)})`
  return `Watching ${count(people, 'person', 'people')}: ${present.length} in${names}${breaks(presence)}.`
}
