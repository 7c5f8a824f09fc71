import { sinceOf } from '../../attendance/asked-since.ts'
import type { Kind } from '../../attendance/state/state.ts'
import { goesOnWith } from '../../store/delivered.ts'
import type { LeasedShard, Progress } from '../../store/shard-record.ts'
import { askShard } from '../asking/ask-shard.ts'
import { areAbsencesDue, isPolled } from '../asking/whom-to-ask.ts'
import { isClamped } from '../asking/window.ts'
import type { PollPorts, PollRequest, PollSettings } from '../poll.ts'
import { flush, flushRest, timeForFlushing } from '../publishing/flush.ts'
import { publishShardChanges } from '../publishing/publish-shard-changes.ts'
import { publishWhileAble } from '../publishing/publish-while-able.ts'
import { deliveredBy, vouchFor } from '../publishing/vouching.ts'
import {
  countOutcomes,
  oldestBehind,
  oldestPending,
  type PollReport,
  unreadRecords,
} from './poll-report.ts'
import { type Course, callsInFlight, needsAfter, progressAfter } from './progress.ts'
import type { Visit } from './shard-memory.ts'
import { failuresIn, standingsOf } from './standings.ts'

type Poll = {
  shard: LeasedShard
  visit: Visit
  request: PollRequest
  ports: PollPorts
  settings: PollSettings
}

const pollEmployees = async ({
  shard,
  visit,
  request,
  ports,
  settings,
}: Poll): Promise<{ report: PollReport; progress: Progress }> => {
  const { deadline, publishingDeadline, slot } = request
  const { shardId } = shard
  const startedAt = ports.now()
  const publishUntil = publishWhileAble(ports.delivery.publish, {
    now: ports.machineNow,
    wait: ports.wait,
  })
  const delivery = { ...ports.delivery, save: visit.save }
  const { employees, unreadable, uncleared } = visit.members
  const toClear = goesOnWith(shard.delivered, shard.poll)
    ? new Set<string>()
    : (uncleared ?? new Set())
  const began = ports.machineNow()
  const askUntil = Math.min(deadline, slot?.until ?? deadline)
  // Who comes too late to ask has all the time to publish; else a topic that hangs leaves time to ask.
  const timeFor = (askUntil > began ? askUntil : deadline) - began
  const flushUntil = Math.min(began + timeForFlushing(timeFor), publishingDeadline)
  const flushing = { ...delivery, publish: publishUntil(flushUntil) }
  const atFirst = await flush(employees, shardId, flushing, ports.wait, toClear)
  const { flushed, unsaved } = atFirst
  const publishing = { ...delivery, publish: publishUntil(publishingDeadline) }
  const goOnFlushing = () => flushRest(atFirst, visit.isLatest, shardId, publishing, ports.wait)
  const vouching = unsaved.some(({ employeeId }) => toClear.has(employeeId))
    ? null
    : vouchFor(shardId, shard.poll, visit)
  const polled = flushed.filter(isPolled)
  const clamped = polled
    .filter((state) =>
      isClamped(startedAt, Date.parse(sinceOf(state, shard, 'clockings')), settings.lookbackHours),
    )
    .map(({ employeeId }) => employeeId)
  const absencesDue = areAbsencesDue(shard, startedAt, settings.absencesEverySeconds)
  /** What is known of what polls need; where nothing is said of who is left, this one tells little. */
  const learned = (left: Course['left']): Pick<Progress, 'needs'> => {
    if (ports.spent === undefined) return {}
    const course = { left, areAbsencesDue: absencesDue, machineNow: ports.machineNow() }
    return { needs: needsAfter(shard, { spent: ports.spent(), ...course }) }
  }
  const { polledThrough } = shard
  if (slot !== undefined && ports.machineNow() >= slot.until) {
    const progress = { ...shard, ...(await deliveredBy(shard, vouching)) }
    return { report: { kind: 'late', polledThrough }, progress }
  }
  const concurrency = callsInFlight(slot?.requestsPerSecond, shard, settings.concurrency)
  const asking = { shard, startedAt, askUntil, deadline, ports }
  const answers = await askShard(polled, { ...asking, settings: { ...settings, concurrency } })
  if ('reason' in answers) {
    const { reason } = answers
    await goOnFlushing()
    const progress = { ...shard, ...learned(null), ...(await deliveredBy(shard, vouching)) }
    return { report: { kind: 'outage', reason, polledThrough, clamped }, progress }
  }
  const published = await publishShardChanges(answers, {
    shard,
    settings,
    delivery: { ...publishing, ...vouching },
    wait: ports.wait,
  })
  const atLast = await goOnFlushing()
  const overtaken = employees.filter(
    (state) => isPolled(state) && !polled.some((each) => each.employeeId === state.employeeId),
  )
  const asked = answers.due
  const standings = {
    clockings: standingsOf('clockings', [...asked.clockings, ...overtaken], answers, published),
    absences: standingsOf('absences', [...asked.absences, ...overtaken], answers, published),
  }
  const progress = progressAfter(shard, {
    startedAt,
    polled: [...polled, ...overtaken],
    unreadable,
    standings,
    areAbsencesRead: absencesDue && answers.absences.kind === 'answered',
    resting: settings.resting,
  })
  const leftOver = (kind: Kind): number =>
    [...standings[kind].values()].filter((each) => each === 'left' || each === 'held-up').length
  const left = { clockings: leftOver('clockings'), absences: leftOver('absences') }
  const deliveredNow = await deliveredBy(shard, vouching)
  const failures = failuresIn(answers.clockings)
  return {
    report: {
      kind: 'polled',
      polledThrough: progress.polledThrough,
      polled: answers.clockings.answers.length,
      leftOver: left.clockings,
      failures,
      haveMostFailed: answers.clockings.haveMostFailed,
      absenceFailures: failuresIn(answers.absences),
      absenceOutage: answers.absences.kind === 'outage' ? answers.absences.reason : null,
      clamped,
      unreadable,
      givenUp: published.givenUp,
      doubted: (['clockings', 'absences'] as const).flatMap((what) => {
        const { isDoubted, missing, of } = answers.losses[what]
        return isDoubted ? [{ what, missing, of }] : []
      }),
      unreadRecords: unreadRecords(answers.people),
      absencesBehind:
        answers.absences.kind === 'outage'
          ? answers.due.absences.length
          : Object.keys(progress.behind.absences).length,
      outcomes: countOutcomes(published.outcomes.values()),
      unsaved: [...unsaved, ...published.unsaved, ...atLast.unsaved],
      oldestPending: oldestPending(atLast.flushed),
      oldestBehind: oldestBehind(progress),
    },
    progress: { ...progress, ...learned(left), ...deliveredNow },
  }
}

/**
 * One pass over a shard: lease, flush, ask, diff, save, publish,
 * clear. Correctness does not rest on the lease: every save is conditional on the version
 * that was read. Nothing is written where the API as a whole fails.
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
