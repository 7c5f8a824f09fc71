import { lanes } from '../store/events/lanes.ts'
import { type History, type HistoryPage, newestOf } from '../store/events/log-reader.ts'
import type { SegmentReading } from '../store/events/segment-store.ts'

/** So many segments are read for one answer; where there are more, `before` goes on. */
const mostSegments = 1_000

/** Where somebody's events are, as far as is known. */
type Whereabouts = {
  lane: number
  /** Whether earlier ones may be in any other lane. */
  wasRetired: boolean
}

/** More positions than a lane ever has: before how many of them a page goes on says in which lane, too. */
const positions = 10 ** 12

/**
 * What was published of somebody, newest first: from their lane, and then, one page after the other, from each other where
 * they may have been before.
 */
export const historyOf = async (
  employeeId: string,
  { lane, wasRetired }: Whereabouts,
  segments: Pick<SegmentReading, 'before'>,
  { limit, before = positions - 1, isWanted }: Omit<HistoryPage, 'mostSegments'>,
): Promise<History> => {
  const others = wasRetired ? lanes.filter((each) => each !== lane) : []
  const at = Math.floor(before / positions)
  const of = [lane, ...others][at]
  if (of === undefined) return { events: [], before: null }
  const page = { limit, before: before % positions, mostSegments, ...(isWanted && { isWanted }) }
  const history = await newestOf(segments, of, employeeId, page)
  if (history.before !== null) return { ...history, before: at * positions + history.before }
  return { ...history, before: at < others.length ? (at + 2) * positions - 1 : null }
}
