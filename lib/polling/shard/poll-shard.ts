import { sinceOf } from '../../attendance/asked-since.ts'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { LeasedShard, Progress } from '../../store/shard-record.ts'
import { askShard, type ShardAnswers } from '../asking/ask-shard.ts'
import { areAbsencesDue, isPolled } from '../asking/whom-to-ask.ts'
import { isClamped } from '../asking/window.ts'
import type { PollPorts, PollRequest, PollSettings } from '../poll.ts'
import { publishShardChanges, type ShardOutcomes } from '../publishing/publish-shard-changes.ts'
import { behindAfterOutage } from './after-outage.ts'
import { beginOutgoing } from './outgoing.ts'
import { oldestPending, type PollReport, polledReport } from './poll-report.ts'
import {
  type Course,
  callsInFlight,
  leftOverIn,
  needsAfter,
  type Pass,
  progressAfter,
  standingsOf,
} from './progress.ts'
import type { Visit } from './shard-memory.ts'

type Poll = {
  shard: LeasedShard
  visit: Visit
  request: PollRequest
  ports: PollPorts
  settings: PollSettings
}

/** The ids of those whose window should reach back further than the API allows. */
const clampedOf = (
  polled: readonly EmployeeState[],
  shard: LeasedShard,
  startedAt: EpochMs,
  { lookbackHours }: PollSettings,
): string[] =>
  polled
    .filter((state) =>
      isClamped(startedAt, epochMs(sinceOf(state, shard, 'clockings')), lookbackHours),
    )
    .map(({ employeeId }) => employeeId)

/** Nobody was answered anything, so that nothing tells how many calls it takes. */
const nothingTold = { clockings: null, absences: null }

/**
 * What this poll has taught of what polls need; where nothing is said of who is left, it tells little.
 * Nothing where nobody counts what is sent.
 */
const learnedBy = (
  { shard, ports }: Poll,
  course: Pick<Course, 'left' | 'areAbsencesDue'>,
): Pick<Progress, 'needs'> =>
  ports.spent === undefined
    ? {}
    : {
        needs: needsAfter(shard, {
          spent: ports.spent(),
          ...course,
          machineNow: ports.machineNow(),
        }),
      }

/** How a poll left everybody whom it found. */
const passOf = (
  { shard, visit, settings }: Poll,
  startedAt: EpochMs,
  polled: readonly EmployeeState[],
  answers: ShardAnswers,
  published: ShardOutcomes,
): Pass => {
  const { employees, unreadable } = visit.members
  const overtaken = employees.filter(
    (state) => isPolled(state) && !polled.some((each) => each.employeeId === state.employeeId),
  )
  const standings = (kind: Kind) =>
    standingsOf(kind, [...answers.due[kind], ...overtaken], answers, published)
  return {
    startedAt,
    polled: [...polled, ...overtaken],
    unreadable,
    standings: { clockings: standings('clockings'), absences: standings('absences') },
    areClockingsRead: answers.clockings.kind === 'answered',
    areAbsencesRead:
      areAbsencesDue(shard, startedAt, settings.absencesEverySeconds) &&
      answers.absences.kind === 'answered',
    resting: settings.resting,
  }
}

type Outcome = { report: PollReport; progress: Progress }

const pollEmployees = async (poll: Poll): Promise<Outcome> => {
  const { shard, visit, request, ports, settings } = poll
  const { deadline, slot } = request
  const { polledThrough } = shard
  const startedAt = ports.now()
  const askUntil = Math.min(deadline, slot?.until ?? deadline)
  const outgoing = await beginOutgoing(poll, askUntil)
  if (slot !== undefined && ports.machineNow() >= slot.until) {
    const rest = await outgoing.flushRest()
    const pending = oldestPending(rest.flushed)
    const progress = { ...shard, ...(await outgoing.delivered()) }
    return { report: { kind: 'late', polledThrough, oldestPending: pending }, progress }
  }

  const polled = outgoing.atFirst.flushed.filter(isPolled)
  const clamped = clampedOf(polled, shard, startedAt, settings)
  const areAllDue = areAbsencesDue(shard, startedAt, settings.absencesEverySeconds)
  const answers = await askShard(polled, {
    shard,
    startedAt,
    askUntil,
    deadline,
    ports,
    settings,
    callsInFlight: callsInFlight(slot?.requestsPerSecond, shard, settings.concurrency),
  })
  if ('reason' in answers) {
    const rest = await outgoing.flushRest()
    const pending = oldestPending(rest.flushed)
    const learned = learnedBy(poll, { left: nothingTold, areAbsencesDue: areAllDue })
    const behind = behindAfterOutage(shard, answers, startedAt)
    const progress = { ...shard, behind, ...learned, ...(await outgoing.delivered()) }
    const { reason } = answers
    const report = {
      kind: 'outage' as const,
      reason,
      polledThrough,
      clamped,
      oldestPending: pending,
    }
    return { report, progress }
  }

  const { delivery } = outgoing
  const published = await publishShardChanges(answers, {
    shard,
    settings,
    delivery,
    wait: ports.wait,
  })
  const atLast = await outgoing.flushRest()
  const notFlushed = outgoing.atFirst.unsaved.map(
    ({ employeeId }) => [employeeId, 'unsaved'] as const,
  )
  const outcomes = new Map([...published.outcomes, ...notFlushed])
  const pass = passOf(poll, startedAt, polled, answers, { ...published, outcomes })
  const isOut = answers.clockings.kind === 'outage'
  const left = leftOverIn(pass.standings)
  const told = isOut ? { ...left, clockings: null } : left
  const progress = {
    ...progressAfter(shard, pass),
    ...(await outgoing.delivered()),
    ...learnedBy(poll, { left: told, areAbsencesDue: areAllDue }),
  }
  const unsaved = [...outgoing.atFirst.unsaved, ...published.unsaved, ...atLast.unsaved]
  const { unreadable } = visit.members
  const found = { answers, published, progress, left, clamped, unreadable }
  return { report: polledReport({ ...found, unsaved, after: atLast.flushed }), progress }
}

/**
 * One pass over a shard: lease, flush, ask, diff, save, publish,
 * clear. Correctness does not rest on the lease: every save is conditional on the version
 * that was read. Where the API as a whole fails, nothing is written but whom it was asked about in vain.
 */
export const pollShard = async (
  request: PollRequest,
  ports: PollPorts,
  settings: PollSettings,
): Promise<PollReport> => {
  const { shardId, owner } = request
  const machineNow = ports.machineNow()
  const lease = { owner, now: machineNow, until: machineNow + settings.leaseSeconds * 1_000 }
  const shard = await ports.shards.takeLease(shardId, lease)
  if (shard === null) return { kind: 'skipped' }
  try {
    const visit = await ports.memory.visit(shard, owner, machineNow, ports.employees)
    const { report, progress } = await pollEmployees({ shard, visit, request, ports, settings })
    const finished = { ...progress, revision: visit.revision() }
    if (await ports.shards.finish(shardId, owner, finished)) visit.keep()
    return report
  } catch (error) {
    await ports.shards.release(shardId, owner)
    throw error
  }
}
