import { shownAt } from '../organisation/history.ts'
import type { Invariant } from './context.ts'

/**
 * Once nothing fails any more, the last polls reach everyone who is employed. All else is
 * asked of what polls were answered, so a system that did nothing at all would keep it.
 */
export const everyonePolled: Invariant = function* ({ people, observed, looks, end }) {
  const last = new Set(new Map(observed.polls.map((poll) => [poll.shardId, poll])).values())
  const reached = new Set(
    [...looks.clockings.values()]
      .flat()
      // At a pace, what waits from before may take the room of what is new of somebody: they were reached all the same.
      .filter(({ poll, isSure, isInParts }) => (isSure || isInParts) && last.has(poll))
      .map(({ employeeId }) => employeeId),
  )
  for (const { id, employment } of people) {
    const record = shownAt(employment, end)
    const isEmployed = record !== null && !record._metadata.isTerminated
    if (isEmployed && !reached.has(id))
      yield { employeeId: id, message: 'not reached by the last polls' }
  }
}
