import { type EpochMs, minute, utc } from '../oracle/moments.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import {
  type Believed,
  believedRosters,
  mayBeNameless,
  missedBy,
  thatTellOf,
} from '../oracle/rosters.ts'
import { shardsOf } from '../oracle/rounds.ts'
import { couldRead, recordsOf } from '../oracle/versions.ts'
import { isEmployedAt } from '../organisation/history.ts'
import type { Invariant } from './context.ts'

/** Two refreshes that agree are at least so far apart; a third leaves no doubt. */
const enough = 3
const apart = 20 * minute

/**
 * Whoever is missing from one believed roster after another is told as having left, whatever
 * else is the matter with those rosters. One whose readings never agree says nothing of whom none
 * of them shows, nor does one with a record without an id that may be they.
 */
export const leavingTold: Invariant = function* ({ people, observed, toldOf }) {
  const isSound = new Map(
    observed.refreshes.map(({ process, outcome }) => [process, outcome.kind === 'done']),
  )
  const believed = believedRosters(observed.answers, observed.written)
  const sound = believed.filter(({ process }) => isSound.get(process))
  const begunAt = new Map(observed.refreshes.map(({ process, startedAt }) => [process, startedAt]))
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  for (const person of people) {
    const { id } = person
    const rosters = thatTellOf(id, sound).filter((each) =>
      couldRead(observed, each.process, recordsOf(id), each),
    )
    const missed = missedBy(observed, id)
    // Of whom so much waits for SNS that an item has no room, no more is told until it takes some: a refresh
    // goes by what it read before it asked for the roster, which may take a minute.
    const isWithoutRoom = ({ process, to }: Believed): boolean =>
      [begunAt.get(process) ?? to, to].some((at) => areMany(waiting(id, at)))
    // An item or a shard that cannot be read is left alone while that lasts.
    const shardId = shards.get(id)?.shardId
    const wasUnreadable = (from: EpochMs, to: EpochMs): boolean =>
      [
        ...observed.troubles.unreadableItems.filter((each) => each.id === id),
        ...observed.troubles.unreadableShards.filter((each) => each.id === shardId),
      ].some((each) => each.from <= to && each.to >= from)
    for (let n = 1; n + enough <= rosters.length; n++) {
      const [before, ...without] = rosters.slice(n - 1, n + enough)
      const [first, last] = [without[0], without.at(-1)]
      if (before === undefined || first === undefined || last === undefined) continue
      if (!before.shown.has(id) || without.some(({ shown }) => shown.has(id))) continue
      if (last.from - first.from < apart) continue
      if (without.some((each) => mayBeNameless(id, each, believed, people))) continue
      if (without.some((each) => missed.has(each.process) || isWithoutRoom(each))) continue
      if (wasUnreadable(first.from, last.to)) continue
      // Who was told as left and is on one roster again is not back until a second one says so.
      const latest = toldOf(id).findLast(
        ({ event, origin }) =>
          /employee-(joined|left)$/.test(event.type) && (origin?.savedAt ?? 0) < first.from,
      )
      if (latest?.event.type === 'attendance.employee-left') continue
      // Whom one refresh alone saw, and could not write down, or not in a reading that counts, or could not read in the last, was never known.
      const wasRead = before.isSettled && before.beside.has(id) && !before.unread.has(id)
      const wasKept = wasRead && !missed.has(before.process)
      if (latest === undefined && !wasKept) continue
      const isGone = without.every(({ from }) => !isEmployedAt(person, from))
      const isTold = toldOf(id).some(
        ({ event, origin }) =>
          event.type === 'attendance.employee-left' && (origin?.savedAt ?? 0) >= before.from,
      )
      const when = `from ${utc(first.from)} to ${utc(last.from)}`
      if (isGone && !isTold) yield { employeeId: id, message: `gone ${when}, never told as left` }
      const told = toldOf(id).find(
        ({ event, origin }) =>
          event.type === 'attendance.employee-left' && (origin?.savedAt ?? 0) >= before.from,
      )
      const end = observed.refreshes.find(({ process }) => process === last.process)?.endedAt
      if (isGone && told !== undefined && (told.origin?.savedAt ?? 0) > (end ?? last.to))
        yield { employeeId: id, message: `gone ${when}, told as left only at ${told.event.time}` }
    }
  }
}
