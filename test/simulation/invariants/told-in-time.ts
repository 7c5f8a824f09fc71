import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { firstWhole, isKept, type Look } from '../oracle/looks.ts'
import { day, type EpochMs, hour, minute, second, utc } from '../oracle/moments.ts'
import { isWithin } from '../oracle/owed-clockings.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import { type Believed, believedRosters, thatTellOf, writtenDown } from '../oracle/rosters.ts'
import { mayHaveRunOut, type Round, shardsOf } from '../oracle/rounds.ts'
import type { Served } from '../oracle/served.ts'
import { couldRead, employeeRecord, recordsOf, shardRecord } from '../oracle/versions.ts'
import { type Person, shownWithin } from '../organisation/history.ts'
import type { Observed, Poll } from '../system/observed.ts'
import { matches } from './clocking-story.ts'
import { storiesOf } from './clockings-add-up.ts'
import type { Context, Invariant, Told } from './context.ts'
import { isNoNews } from './no-news.ts'

/** So many polls of a shard in which nothing struck the shard as a whole are enough. */
const enough = 4
/** Whoever failed is asked again after so long at most. */
const longestPause = 35 * minute
/** Membership is told by the roster; within so long of it nothing is asked. */
const settling = hour

export type Span = { from: EpochMs; to: EpochMs }

const lifeOf = ({ startedAt, endedAt }: Poll): Span => ({ from: startedAt, to: endedAt })

export const overlap = (a: Span, b: Span): boolean => a.from <= b.to && b.from <= a.to

/** What the API alone takes so much of a poll for may leave no time for the others. */
const longAsking = 30 * second

/** When each poll was at the API for clockings. */
export const askingOf = (answers: readonly Served[]): ReadonlyMap<string, Span> => {
  const spans = new Map<string, Span>()
  for (const { process, operation, from, to } of answers) {
    if (operation !== 'clockings') continue
    const span = spans.get(process)
    spans.set(process, {
      from: Math.min(span?.from ?? from, from),
      to: Math.max(span?.to ?? to, to),
    })
  }
  return spans
}

/** Whether SNS alone is why a poll may have had no time to ask all that it should. */
const isForSns = (poll: Poll, slow: readonly Span[], asking: Span | undefined): boolean => {
  const isSlow = slow.some((each) => overlap(each, lifeOf(poll)))
  const isLong = asking !== undefined && asking.to - asking.from > longAsking
  const isLate = poll.askUntil !== null && poll.startedAt >= poll.askUntil
  return poll.didTopicHang && !isSlow && !isLong && !isLate
}

/** The polls of a shard that should have come to somebody: these could read all that it takes. */
export const ableToTell = (
  { observed }: Context,
  rounds: readonly Round[],
  employeeId: string,
  { shardId, since }: { shardId: string; since: EpochMs },
  asking: ReadonlyMap<string, Span>,
): Round[] =>
  rounds.filter((round) => {
    const { poll, isSound } = round
    const life = lifeOf(poll)
    const records = [shardRecord(shardId), employeeRecord(employeeId)]
    return (
      poll.shardId === shardId &&
      poll.startedAt > since &&
      isSound &&
      (!mayHaveRunOut(poll) || isForSns(poll, observed.troubles.slow, asking.get(poll.process))) &&
      couldRead(observed, poll.process, records, life) &&
      !observed.troubles.unreadableShards.some((each) => each.id === shardId && overlap(each, life))
    )
  })

/** Whether subscribers were told that somebody has left, and not that they are back. */
export const hasLeft = (told: readonly Told[], by: EpochMs): boolean =>
  told
    .filter(
      ({ event, origin, at }) => event.type.includes('.employee-') && (origin?.savedAt ?? at) <= by,
    )
    .findLast(({ event }) => /employee-(joined|left)$/.test(event.type))?.event.type ===
  'attendance.employee-left'

/** Whether somebody is on the last of some rosters; who was there before, on the last two. */
export const isMember = (id: string, rosters: readonly Believed[], isBack: boolean): boolean => {
  const [before, last] = [rosters.at(-2), rosters.at(-1)]
  const isNew = !isBack && !rosters.slice(0, -1).some(({ shown }) => shown.has(id))
  return last?.shown.has(id) === true && (isNew || before?.shown.has(id) === true)
}

/** Whether somebody was employed, and nothing was wrong with them, all the while. */
export const isWell = (
  { observed, looks }: Context,
  { id, employment }: Person,
  span: Span,
  failures: readonly EpochMs[],
  rosters: readonly Believed[],
): boolean =>
  looks.clockings.has(id) &&
  rosters.every(({ to, shown }) => to < span.from || to > span.to || shown.has(id)) &&
  shownWithin(employment, span.from - settling, span.to).every(
    (record) => record !== null && !record._metadata.isTerminated,
  ) &&
  !failures.some((at) => at >= span.from - longestPause && at <= span.to) &&
  !observed.troubles.unreadableItems.some((each) => each.id === id && overlap(each, span))

/** When the API failed to answer one kind of question about each, or was so slow that time was up before its last page. */
export const failuresOf = (
  { answers, polls }: Pick<Observed, 'answers' | 'polls'>,
  kind: Served['operation'],
): ReadonlyMap<string, EpochMs[]> => {
  const late = new Set(polls.filter(mayHaveRunOut).map(({ process }) => process))
  const failures = new Map<string, EpochMs[]>()
  for (const { employeeId, operation, process, failure, isComplete, to } of answers) {
    const isFailed = failure !== null || (!isComplete && late.has(process))
    if (employeeId !== null && isFailed && operation === kind)
      failures.set(employeeId, [...(failures.get(employeeId) ?? []), to])
  }
  return failures
}

/** As far back as something can be asked for, for certain. */
const reach = 89 * day

/** The clockings that stood all the while, and that any answer would have shown. */
const stoodThrough = (
  person: Person,
  looks: readonly Look[],
  span: Span,
  floor: EpochMs,
  tolerance: number,
): Clocking[] => {
  const within = looks.filter(({ from, to }) => overlap({ from, to }, span))
  const bounds = { from: span.from, floor }
  return [...person.clockings].flatMap(([id, versions]) => {
    const [clocking, ...changes] = shownWithin(versions, span.from, span.to)
    if (clocking == null || changes.length > 0) return []
    const since = versions.findLast(({ record, from }) => record === clocking && from <= span.from)
    const isHidden = within.some((look) => isKept(look, id, since?.from ?? span.from))
    return !isHidden && isWithin(clocking, bounds, tolerance) ? [clocking] : []
  })
}

export const spanOf = (polls: readonly Poll[]): Span => ({
  from: Math.min(...polls.map(({ startedAt }) => startedAt)),
  to: Math.max(...polls.map(({ endedAt }) => endedAt)),
})

/** For so long at most nobody who rests is asked. */
export const longestRestIn = ({ plan }: Context): number =>
  Math.max(
    ...plan.deployments.flatMap(({ deployment: { rest } }) => {
      const { usualWeeks: _, ...every } = rest
      return [0, ...Object.values(every).map((seconds = 0) => seconds * second)]
    }),
  )

/**
 * Whoever is well, and of whom the API answers well, is told of within a few polls, whatever
 * is the matter with others.
 */
export const toldInTime: Invariant = function* (context) {
  // What a shorter lookback has let go, a longer one does not bring back.
  const { people, observed, looks, tolerance, lookback } = context
  const shards = shardsOf(observed)
  const waiting = waitingAt(observed)
  const longestRest = longestRestIn(context)
  const restedAfter = (poll: Poll | undefined): EpochMs => (poll?.startedAt ?? 0) + longestRest
  const believed = believedRosters(observed.answers, observed.written)
  const asking = askingOf(observed.answers)
  const failures = failuresOf(observed, 'clockings')
  for (const person of people) {
    const shard = shards.get(person.id)
    if (shard === undefined) continue
    const told = context.toldOf(person.id)
    const usable = ableToTell(context, context.rounds, person.id, shard, asking).filter(
      // A poll that finds, or leaves, so much of somebody waiting for SNS has room for no more.
      ({ poll }) => !areMany(waiting(person.id, poll.endedAt)),
    )
    const rosters = thatTellOf(person.id, believed).filter((each) =>
      couldRead(observed, each.process, recordsOf(person.id), each),
    )
    const seenOn = writtenDown(observed, person.id, rosters)
    const stories = storiesOf(context, person.id)
    const late = new Set<string>()
    const first = firstWhole(looks.clockings.get(person.id))
    for (let n = 0; n + enough <= usable.length; n++) {
      // Who rests is asked by then: after it so many polls are enough, too.
      const rested = usable.findIndex(({ poll }) => poll.startedAt >= restedAfter(usable[n]?.poll))
      if (rested < 0 || rested + enough > usable.length) break
      const polls = usable.slice(n, rested + enough).map(({ poll }) => poll)
      const span = spanOf(polls)
      const before = seenOn.filter(({ to }) => to <= span.from)
      if (!isMember(person.id, before, hasLeft(told, span.from))) continue
      if (!isWell(context, person, span, failures.get(person.id) ?? [], rosters)) continue
      const ofPerson = looks.clockings.get(person.id) ?? []
      // What takes back something takes two answers that can show it.
      const confirming = polls[1]?.startedAt ?? span.to
      const floor = Math.max(span.from - lookback, confirming - reach)
      for (const clocking of stoodThrough(person, ofPerson, span, floor, tolerance)) {
        if (late.has(clocking.id)) continue
        const known = stories.get(clocking.id)?.filter(({ at }) => at <= span.to) ?? []
        if (known.some(({ view }) => matches(view, clocking))) continue
        if (isNoNews(context, person, clocking, first)) continue
        late.add(clocking.id)
        const processes = polls.map(({ process }) => process).join(', ')
        const message = `clocking ${clocking.id} stood from ${utc(span.from)} to ${utc(span.to)} and none of ${processes} told so`
        yield { employeeId: person.id, message }
      }
    }
  }
}
