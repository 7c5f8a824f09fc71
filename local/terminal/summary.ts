import type { Totals } from '../telemetry/figures.ts'
import type { Presence } from './presence.ts'
import { count, duration, someOf } from './wording.ts'

/** So many of those who are in are named. */
const named = 3

const inNow = ({ people, present, onBreak }: Presence): string => {
  const names = present.length === 0 ? '' : ` (${someOf(present, named)})`
  const breaks = onBreak === 0 ? '' : `, ${onBreak} on a break`
  return `${present.length} of ${people} in${names}${breaks}`
}

const delayText = ({ delay }: Totals): string[] =>
  delay === null
    ? []
    : [
        `seen after ${duration(delay.median * 1_000)} (median), ` +
          `${duration(delay.longest * 1_000)} at most`,
      ]

/** Where a run stands, in one line. @param time the time of day, as it is shown */
export const summaryLine = (time: string, presence: Presence, totals: Totals): string =>
  [
    `-- ${time}  ${inNow(presence)}`,
    count(totals.polls, 'poll'),
    count(totals.apiCalls, 'API call'),
    ...(totals.apiErrors === 0 ? [] : [`${totals.apiErrors} failed`]),
    count(totals.events, 'event'),
    ...delayText(totals),
  ].join(' · ')

/** What a run begins with, in one line. */
export const firstLine = (presence: Presence): string =>
  `Watching ${count(presence.people, 'person', 'people')}: ${inNow(presence)}.`
