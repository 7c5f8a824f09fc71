import { shardSince, sinceOf } from '../../attendance/asked-since.ts'
import { type EpochMs, utc } from '../../attendance/moments.ts'
import type { Resting } from '../../attendance/resting.ts'
import type { Shown } from '../../attendance/snapshot.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { Behind, Needs, Progress, Shard } from '../../store/shard-record.ts'
import type { Spent } from '../../workforce/call-pace.ts'
import type { ShardAnswers } from '../asking/ask-shard.ts'
import { behindAfter, type Standing } from '../asking/behind.ts'
import { triedInVain } from '../asking/outage.ts'
import type { ShardOutcomes } from '../publishing/publish-shard-changes.ts'

/** An answer whose pages never agree is had again, but not before the others' first. */
const standingAfter = ({ isComplete, isInDoubt }: Shown<unknown>): Standing => {
  if (!isComplete) return 'held-up'
  return isInDoubt ? 'doubted' : 'done'
}

/** How each of those stands who were to be asked. */
export const standingsOf = (
  kind: Kind,
  toAsk: readonly EmployeeState[],
  shardAnswers: ShardAnswers,
  { outcomes }: ShardOutcomes,
): Map<string, Standing> => {
  const answers = shardAnswers[kind]
  if (answers.kind === 'outage')
    return new Map(triedInVain(answers).map(({ employeeId }) => [employeeId, 'in-vain']))
  const answered = new Map(
    shardAnswers.people.flatMap(({ state, snapshot }) => {
      const answer = snapshot[kind]
      return answer === null ? [] : [[state.employeeId, standingAfter(answer)] as const]
    }),
  )
  const failed = new Set(answers.failures.map(({ of }) => of.employeeId))
  const heldUp = new Set(answers.heldUp.map(({ employeeId }) => employeeId))
  return new Map(
    toAsk.map(({ employeeId }): [string, Standing] => {
      const outcome = outcomes.get(employeeId)
      if (failed.has(employeeId) || outcome === 'unsaved') return [employeeId, 'failed']
      if (heldUp.has(employeeId)) return [employeeId, 'held-up']
      const standing = outcome === 'saved' ? answered.get(employeeId) : undefined
      return [employeeId, standing ?? 'left']
    }),
  )
}

/** How many are left who were to be asked, by kind of question; null where nobody was answered, which tells nothing. */
export type Left = Record<Kind, number | null>

/** How many of those are left who were to be asked, by kind of question. */
export const leftOverIn = (
  standings: Record<Kind, ReadonlyMap<string, Standing>>,
): Record<Kind, number> => {
  const count = (kind: Kind): number =>
    [...standings[kind].values()].filter((each) => each === 'left' || each === 'held-up').length
  return { clockings: count('clockings'), absences: count('absences') }
}

/** How one poll left everybody of a shard. */
export type Pass = {
  /** When it began. */
  startedAt: EpochMs
  /** Everyone who is polled. */
  polled: readonly EmployeeState[]
  /** The ids of those whose item cannot be read. */
  unreadable: readonly string[]
  /** How those stand who were to be asked, by id: for all others nothing changes. */
  standings: Record<Kind, ReadonlyMap<string, Standing>>
  /** Whether the API was there to answer about clockings. */
  areClockingsRead: boolean
  /** Whether the absences of everybody were due, and the API was there to answer. */
  areAbsencesRead: boolean
  /** What it left people out by who rest. */
  resting?: Resting | undefined
}

/**
 * Whether absences are not read, nor ever were by a poll that came to its end: what the shard says of its clockings
 * moves on, but holds of nobody's absences, whoever was answered by one that did not.
 */
const areAbsencesStillUnread = (shard: Shard, pass: Pass, kind: Kind): boolean =>
  kind === 'absences' && shard.absencesReadAt === null && !pass.areAbsencesRead

const behindOf = (shard: Shard, pass: Pass, kind: Kind, isTurn: boolean) => {
  const before = shard.behind[kind]
  const isUnread = areAbsencesStillUnread(shard, pass, kind)
  const of = (id: string, standing: Standing, since: string): [string, Behind][] => {
    const behind = behindAfter(before[id], standing, since, pass.startedAt)
    return behind === null ? [] : [[id, behind]]
  }
  const readable = pass.polled.flatMap((state) => {
    const { employeeId } = state
    const isAnswered = state.unaskedSince[kind] === null
    const standing =
      pass.standings[kind].get(employeeId) ?? (isUnread && isAnswered ? 'left' : undefined)
    if (standing !== undefined) return of(employeeId, standing, sinceOf(state, shard, kind))
    const behind = before[employeeId]
    return behind === undefined ? [] : [[employeeId, behind] as [string, Behind]]
  })
  const since = shardSince(shard, kind)
  const unreadable = pass.unreadable.flatMap((id) =>
    isTurn || isUnread || before[id] !== undefined
      ? of(id, 'unreadable', before[id]?.since ?? since)
      : [],
  )
  return Object.fromEntries([...readable, ...unreadable])
}

/**
 * How far a shard has come after a poll (docs/decisions/time-of-a-poll.md). Its moment moves to
 * when the poll began; everybody of whom that would not be true is remembered with a moment of
 * their own, so that nobody holds up another.
 */
export const progressAfter = (shard: Shard, pass: Pass): Progress => {
  const { startedAt, areClockingsRead, areAbsencesRead } = pass
  const resting = areClockingsRead ? pass.resting : shard.resting
  return {
    polledThrough: areClockingsRead ? utc(startedAt) : shard.polledThrough,
    absencesReadAt: areAbsencesRead ? utc(startedAt) : shard.absencesReadAt,
    behind: {
      clockings: behindOf(shard, pass, 'clockings', true),
      absences: behindOf(shard, pass, 'absences', areAbsencesRead),
    },
    ...(resting && { resting }),
  }
}

/** What became of a poll, as far as it tells what the next one needs. */
export type Course = {
  spent: Spent
  /** Those whom it did not come to. */
  left: Left
  /** Whether everybody's absences were due. */
  areAbsencesDue: boolean
  /** The end of it, by the clock of the machines. */
  machineNow: EpochMs
}

/** More is needed soon, and less only little by little: one poll may have had it easy. */
const weight = { more: 0.5, less: 0.1 }

const between = (before: number | undefined, now: number): number => {
  if (before === undefined) return now
  const share = now > before ? weight.more : weight.less
  return Math.round((before + share * (now - before)) * 10) / 10
}

/** What polls of a shard need after one of them. */
export const needsAfter = ({ needs: before, members }: Shard, course: Course): Needs => {
  const { spent, left, areAbsencesDue, machineNow } = course
  const learned = (kind: Kind, isTelling: boolean): number => {
    const others = isTelling ? left[kind] : null
    return others === null
      ? (before?.[kind] ?? members)
      : between(before?.[kind], (spent.requests[kind] ?? 0) + others)
  }
  return {
    clockings: learned('clockings', true),
    absences: learned('absences', areAbsencesDue),
    latency:
      spent.answers === 0
        ? (before?.latency ?? 0)
        : between(before?.latency, spent.milliseconds / spent.answers),
    throttledAt: spent.throttled > 0 ? machineNow : (before?.throttledAt ?? null),
  }
}

/** In flight are at least so many calls, so that some that hang do not hold up the others. */
const fewest = 8
/** So many times those that the rate takes at the usual latency. */
const slack = 2

/** How many calls are in flight at once: as many as the rate can use. */
export const callsInFlight = (
  requestsPerSecond: number | undefined,
  { needs }: Pick<Shard, 'needs'>,
  most: number,
): number => {
  if (requestsPerSecond === undefined || needs === undefined) return most
  const used = Math.ceil((requestsPerSecond * needs.latency * slack) / 1_000)
  return Math.min(most, Math.max(fewest, used))
}
