import { goOnWithReplay } from '../../../../lib/replays/replay-events.ts'
import { beginSending } from '../../../../lib/replays/slice.ts'
import { sendAgainBy } from '../../../../lib/replays/targets.ts'
import { goOnWithSnapshot } from '../../../../lib/replays/tell-state.ts'
import { replayTimeoutSeconds, sliceReserve } from '../../../../lib/replays/timing.ts'
import type { ReplayProgress } from '../../../../lib/store/events/replay-record.ts'
import { createReplayStore } from '../../../../lib/store/events/replay-store.ts'
import type { StatePorts } from '../../../../lib/store/saved-state.ts'
import { idOf } from '../../../../local/workforce-service/organisation/random.ts'
import type { Deployment } from '../../deployments.ts'
import { minute, second } from '../../oracle/moments.ts'
import { type DocumentTable, memoryDocuments } from '../../ports/document-table.ts'
import { memorySegmentStore, type SegmentTable } from '../../ports/segment-table.ts'
import type { Message } from '../../ports/topic.ts'
import type { PlannedReplay } from '../../replays.ts'
import type { Faults } from '../faults.ts'
import { launch, type Outcome, type Process, type ProcessWorld } from '../process.ts'
import type { ObservedReplay } from './observed-replays.ts'
import { queueUrlPrefix, replayQueues } from './sending-again.ts'

type Options = {
  seed: number
  processes: ProcessWorld
  faults: Faults
  observed: ObservedReplay[]
  segments: SegmentTable
  /** The ids of all that the event log has. */
  logged: () => ReadonlySet<string>
  statePortsOf: (process: Process) => StatePorts
  deploymentNow: () => Deployment
  /** Puts a message on the queue of an endpoint. @returns false where there is none of that name */
  putForEndpoint: (name: string, body: string) => boolean
}

/** What was published is sent as it was: what privacy leaves of it later has tests of its own. */
const everything = { absences: 'full', notes: true, emails: true, payrollNumbers: true } as const
/** How long an operator waits before they ask again for what failed. */
const patience = 3 * minute

/** `replay-events` as it is deployed, and operators who have it go on until it is done. */
export const createReplaying = (options: Options) => {
  const { seed, processes, faults, observed, segments, statePortsOf, deploymentNow } = options
  const { scheduler, trace } = processes
  const table: DocumentTable = new Map()
  let started = 0

  const portsOf = (process: Process, replay: ObservedReplay) => {
    const put = (name: string, message: Message): void => {
      if (!options.putForEndpoint(name, message.body)) replay.received.push(message)
    }
    return {
      ...statePortsOf(process),
      rules: deploymentNow().rules,
      privacy: everything,
      log: memorySegmentStore(segments, process.effect),
      replays: createReplayStore(memoryDocuments(table, process.effect), 'events', process.now),
      sendAgain: sendAgainBy(replayQueues(process, { faults, put }), queueUrlPrefix, process.sleep),
      onRefused: () => undefined,
      now: process.now,
      machineNow: process.now,
      wait: process.sleep,
    }
  }

  const invoke = (
    replay: ObservedReplay,
    work: (ports: ReturnType<typeof portsOf>, process: Process) => Promise<ReplayProgress>,
    onEnd: (outcome: Outcome<ReplayProgress>) => void,
  ): void =>
    launch<ReplayProgress>(
      {
        name: `replay #${++started}`,
        clockOffset: () => 0,
        timeout: replayTimeoutSeconds * second,
        work: (process) => work(portsOf(process, replay), process),
        onEnd: (outcome, process) => {
          if (outcome.kind !== 'done' || process.isDisturbed()) replay.isDisturbed = true
          if (outcome.kind === 'failed') trace(`${process.name} fails: ${String(outcome.error)}`)
          if (outcome.kind === 'done') replay.progress = outcome.value
          onEnd(outcome)
        },
      },
      processes,
    )

  const slice = async (
    { id }: ObservedReplay,
    ports: ReturnType<typeof portsOf>,
    process: Process,
  ): Promise<ReplayProgress> => {
    const progress = await ports.replays.read(id)
    if (progress === null) throw new Error(`There is no replay ${id}`)
    if (progress.state === 'done') return progress
    const until = process.now() + replayTimeoutSeconds * second - sliceReserve
    const { request } = progress
    return 'snapshot' in request
      ? goOnWithSnapshot(progress, until, ports)
      : goOnWithReplay(progress, request, until, ports)
  }

  const goOn = (replay: ObservedReplay): void =>
    invoke(
      replay,
      (ports, process) => slice(replay, ports, process),
      (outcome) => {
        if (outcome.kind !== 'done') scheduler.at(scheduler.now() + patience, () => goOn(replay))
        else if (outcome.value.state === 'running') goOn(replay)
      },
    )

  /** Whoever hears nothing of what they began begins anew. */
  const begin = (n: number, attempt: number, { request }: PlannedReplay): void => {
    const replay: ObservedReplay = {
      id: idOf('simulation', seed, 'replay', n, attempt),
      request,
      begunAt: scheduler.now(),
      logged: options.logged(),
      isDisturbed: false,
      progress: null,
      received: [],
    }
    invoke(
      replay,
      (ports) => beginSending(replay.id, request, ports),
      (outcome) => {
        if (outcome.kind === 'done') {
          observed.push(replay)
          goOn(replay)
        } else
          scheduler.at(scheduler.now() + patience, () => begin(n, attempt + 1, { at: 0, request }))
      },
    )
  }

  return {
    schedule: (planned: readonly PlannedReplay[]): void => {
      for (const [n, each] of planned.entries()) scheduler.at(each.at, () => begin(n, 1, each))
    },
  }
}
