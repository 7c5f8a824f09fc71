import pLimit from 'p-limit'
import { type EpochMs, utc } from '../attendance/moments.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { EmployeeState } from '../attendance/state.ts'
import type { Publish } from '../publishing/topic.ts'
import type { EmployeeStore } from '../store/employee-store.ts'
import type { Progress, ShardStore } from '../store/shard-store.ts'
import type { WorkforceClient } from '../workforce/client.ts'
import { askEmployees } from './ask-employees.ts'
import { type DeliveryPorts, deliver } from './deliver.ts'
import { type AskingSettings, areAbsencesDue, isPolled, questionFor } from './poll-questions.ts'
import { countTellings, oldestPending, type PollReport, type UnsavedState } from './poll-report.ts'
import { inTurn, progressAfter } from './sweep.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { leaveBehind, type Poll, tellOrLeaveBehind } from './tell-or-leave-behind.ts'

/** What a poll reaches the world through. */
export type PollPorts = {
  api: Pick<WorkforceClient, 'listClockings' | 'listAbsences'>
  shards: Pick<ShardStore, 'takeLease' | 'finish'>
  employees: EmployeeStore
  delivery: Omit<DeliveryPorts, 'save'>
  /** The moment of the poll: the clock of everything that is told. */
  now: () => EpochMs
  /** The clock of the machines, which leases and deadlines go by. */
  machineNow: () => EpochMs
}

/** How polls are made. */
export type PollSettings = AskingSettings & {
  rules: AttendanceRules
  /** Calls in flight at once. */
  concurrency: number
  leaseSeconds: number
}

/** One poll of one shard, as asked for. */
export type PollRequest = {
  shardId: string
  /** Whose lease it is: a different string for every poll. */
  owner: string
  /** By the clock of the machines: no call to the API runs past this. */
  deadline: EpochMs
  /** Likewise: nothing is published after this; it stays in the outbox for the next poll. */
  publishingDeadline: EpochMs
}

/** How many employees are saved and published at once. */
const tellingConcurrency = 16

/** Publishes while there is time: an SNS that hangs must not cost what is to be saved. */
const publishUntil =
  (deadline: EpochMs, { delivery, machineNow }: PollPorts): Publish =>
  async (entries) =>
    machineNow() < deadline
      ? delivery.publish(entries)
      : { acknowledged: new Set(), failures: ['OutOfTime'] }

/**
 * Publishes what earlier polls could not, before the API is asked anything, so that its
 * outages never hold back an event. Whoever was saved by another poller meanwhile is left out.
 */
const flush = async (employees: EmployeeState[], shardId: string, delivery: DeliveryPorts) => {
  const limit = pLimit(tellingConcurrency)
  const flushed = await limit.map(employees, (state) => deliver(shardId, state, delivery))
  return flushed.filter((state) => state !== null)
}

const pollEmployees = async (
  poll: Poll,
  ports: PollPorts,
  settings: PollSettings,
  deadline: EpochMs,
): Promise<{ report: PollReport; progress: Progress }> => {
  const { shard, now, absencesDue, delivery } = poll
  const { employees, unreadable } = await ports.employees.inShard(shard.shardId)
  const flushed = await flush(employees, shard.shardId, delivery)
  const questions = new Map(
    flushed
      .filter(isPolled)
      .map((state) => [
        state.employeeId,
        { state, question: questionFor(state, shard, now, absencesDue, settings) },
      ]),
  )
  const order = inTurn([...questions.keys()], shard.sweep)
  const asking = await askEmployees(
    order.flatMap((id) => questions.get(id) ?? []),
    ({ state, question }) => takeSnapshot(ports.api, state, question, { deadline }),
    { concurrency: settings.concurrency, isTimeUp: () => ports.machineNow() >= deadline },
  )
  if (asking.kind === 'outage')
    return { report: { ...asking, polledThrough: shard.polledThrough }, progress: shard }

  const limit = pLimit(tellingConcurrency)
  const unsaved: UnsavedState[] = []
  const tellings = await limit.map(asking.answers, ({ of, answer }) =>
    tellOrLeaveBehind(of.state, answer, poll, settings.rules, unsaved),
  )
  const remembered = await limit.map(asking.failures, ({ of }) => leaveBehind(of.state, poll))
  // Whoever another writer overtook, or cannot be read, has neither been told nor left behind:
  // then the next poll must cover all that this one did.
  const isAccountedFor =
    unreadable.length === 0 &&
    flushed.length === employees.length &&
    !tellings.includes('overtaken') &&
    !remembered.includes(false)
  const pass = { order, asked: asking.asked, now: utc(now), absences: absencesDue }
  const progress = progressAfter(shard, { ...pass, isAccountedFor })
  return {
    report: {
      kind: 'polled',
      polledThrough: progress.polledThrough,
      polled: asking.answers.length,
      leftOver: order.length - asking.asked,
      failures: asking.failures.map(({ of, error }) => ({
        employeeId: of.state.employeeId,
        error,
      })),
      clamped: asking.answers
        .filter(({ of }) => of.question.window.isClamped)
        .map(({ of }) => of.state.employeeId),
      unreadable,
      tellings: countTellings(tellings),
      unsaved,
      oldestPending: oldestPending(flushed),
    },
    progress,
  }
}

/**
 * One pass over a shard: lease, flush, snapshot, diff, save, publish,
 * clear. Correctness does not rest on the lease: every save is conditional on the version
 * that was read. Nothing is written where the API as a whole fails.
 */
export const pollShard = async (
  { shardId, owner, deadline, publishingDeadline }: PollRequest,
  ports: PollPorts,
  settings: PollSettings,
): Promise<PollReport> => {
  const machineNow = ports.machineNow()
  const lease = { owner, now: machineNow, until: machineNow + settings.leaseSeconds * 1_000 }
  const shard = await ports.shards.takeLease(shardId, lease)
  if (shard === null) return { kind: 'skipped' }
  let progress: Progress = shard
  try {
    const now = ports.now()
    const absencesDue = areAbsencesDue(shard, now, settings)
    const publish = publishUntil(publishingDeadline, ports)
    const delivery = { ...ports.delivery, publish, save: ports.employees.save }
    const outcome = await pollEmployees(
      { shard, now, absencesDue, delivery },
      ports,
      settings,
      deadline,
    )
    progress = outcome.progress
    return outcome.report
  } finally {
    await ports.shards.finish(shardId, owner, progress)
  }
}
