import type { Finding } from './compare.ts'
import type { Expected } from './expected.ts'
import type { Told } from './told.ts'
import type { Untruths } from './untruths.ts'

/** An event that was due, and how it was told. */
export type Match = { expected: Expected; told: Told }

const iso = (moment: number): string => new Date(moment).toISOString()

/**
 * Until when a poll may rightly say that it saw nothing of an event, epoch milliseconds; null
 * where nothing can be said of it: one answer does not tell it, or answers were not true.
 */
const unseenUntil = ({ expected, told }: Match, untruths: Untruths): number | null => {
  const { employeeId, about, shownFrom, needsConfirming, when } = expected
  if (needsConfirming || shownFrom === null) return null
  const area = about === employeeId ? 'roster' : 'records'
  if (untruths.touch(area, employeeId, shownFrom, told.recordedAt)) return null
  return 'at' in when ? Math.max(shownFrom, when.at) : shownFrom
}

/** What is wrong with the moments of one event, if anything. */
const wrongMoment = (match: Match, untruths: Untruths): string | null => {
  const { time, recordedAt, observed } = match.told
  const { madeAt, type } = match.expected
  // An end that is written down ahead of its time is told when it is seen.
  const isAhead = type === 'clocked-out' && time > madeAt
  if (recordedAt < madeAt) return `was seen at ${iso(recordedAt)}, made at ${iso(madeAt)}`
  if (observed.by < madeAt) return `was observed by ${iso(observed.by)}, made at ${iso(madeAt)}`
  if (time > observed.by && !isAhead)
    return `was observed by ${iso(observed.by)}, before it happened`
  if (observed.by > recordedAt)
    return `was observed by ${iso(observed.by)}, recorded before, at ${iso(recordedAt)}`
  if (observed.after === null) return null
  if (observed.after > observed.by)
    return `was observed after ${iso(observed.after)} and by ${iso(observed.by)}`
  const until = unseenUntil(match, untruths)
  if (until !== null && observed.after > until)
    return `was observed after ${iso(observed.after)}, but was there from ${iso(until)} on`
  return null
}

/**
 * Where `observed.after`, `time`, `observed.by` and `recordedtime` contradict each other, or when
 * the script made what they are about. Exact: all processes go by the clock of one machine.
 */
export const momentFindings = (
  matches: readonly Match[],
  untruths: Untruths,
  describe: (told: Told) => string,
): Finding[] =>
  matches.flatMap((match): Finding[] => {
    const wrong = wrongMoment(match, untruths)
    if (wrong === null) return []
    const { employeeId, recordedAt: at } = match.told
    return [{ kind: 'moment', employeeId, text: `${describe(match.told)} ${wrong}`, at }]
  })
