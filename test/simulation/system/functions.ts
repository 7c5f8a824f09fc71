import type { AlertPorts } from '../../../lib/alerts/receiving/handle-batch.ts'
import { restingOf } from '../../../lib/attendance/resting.ts'
import { dispatchPolls } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import { pollPace, type Tick } from '../../../lib/polling/dispatching/tick.ts'
import type { PollPorts, PollSettings } from '../../../lib/polling/poll.ts'
import { claimedCalls } from '../../../lib/polling/roster/claimed-calls.ts'
import { refreshRoster } from '../../../lib/polling/roster/refresh-roster.ts'
import { pollShard } from '../../../lib/polling/shard/poll-shard.ts'
import { deadlinesFor, functionTimeoutSeconds, leaseSeconds } from '../../../lib/polling/timing.ts'
import type { Deployment } from '../deployments.ts'
import { type EpochMs, minute } from '../oracle/moments.ts'
import type { CodeVersion } from '../ports/code-version.ts'
import type { Containers } from './containers.ts'
import type { Faults } from './faults.ts'
import type { Observed, Run } from './observed.ts'
import type { SimulatedWorld } from './ports.ts'
import { launch, type Outcome, type Process, type ProcessWorld } from './process.ts'
import type { Troubles } from './troubles.ts'

/** A deliberate fault in the system itself, to see that it is found. */
export type Mutant = {
  /** A seed that is known to fail, which saves looking for one. */
  foundBy?: number
  ports?: (ports: PollPorts) => PollPorts
  settings?: (settings: PollSettings) => PollSettings
  alerts?: (ports: AlertPorts) => AlertPorts
}

type Options = {
  world: SimulatedWorld
  processes: ProcessWorld
  faults: Faults
  troubles: Troubles
  observed: Observed
  deploymentNow: () => Deployment
  containers: Containers
  versionOf: (process: Process) => CodeVersion
  mutant: Mutant
  /** Whether functions are killed when their time is over, as on Lambda. */
  isTimed: boolean
}

/** Told how a call of a function ended. */
type Ended = (kind: Outcome<unknown>['kind']) => void

/** How far a machine's clock may be off: less than two windows overlap. */
const largestClockOffset = 2 * minute

const pollSettings = (deployment: Deployment): PollSettings => ({
  rules: deployment.rules,
  lookbackHours: deployment.lookbackHours,
  absencesEverySeconds: deployment.absencesEverySeconds,
  removalAfterMinutes: deployment.removalAfterMinutes,
  concurrency: deployment.concurrentCalls,
  leaseSeconds: leaseSeconds.pollShard,
  resting: restingOf(deployment.rest, deployment.lookbackHours, deployment.rules),
})

/** The three functions, each call a process of its own with a clock of its own. */
export const createFunctions = (options: Options) => {
  const { world, processes, faults, troubles, observed, deploymentNow, mutant, isTimed } = options
  const { containers, versionOf } = options
  const { scheduler, trace } = processes
  let started = 0

  const aClock = (): (() => EpochMs) => {
    const { draws, strikes } = faults
    const any = (): number => draws.whole(-largestClockOffset, largestClockOffset)
    const offset = strikes('clock-offset', 0.2) ? any() : 0
    if (!strikes('clock-step', 0.05)) return () => offset
    const [after, stepped] = [scheduler.now() + draws.whole(0, 30_000), any()]
    return () => (scheduler.now() < after ? offset : stepped)
  }

  const call = <Report>(
    what: keyof typeof functionTimeoutSeconds,
    label: string,
    work: (process: Process, deployment: Deployment) => Promise<Report>,
    onEnd: (run: Run<Report>, process: Process) => void,
  ): void => {
    const deployment = deploymentNow()
    launch(
      {
        name: `${label} #${++started}`,
        clockOffset: aClock(),
        timeout: isTimed ? functionTimeoutSeconds[what] * 1_000 : Number.POSITIVE_INFINITY,
        work: (process) => work(process, deployment),
        onEnd: (outcome, process) => {
          if (outcome.kind === 'failed') trace(`${process.name} fails: ${String(outcome.error)}`)
          if (outcome.kind === 'done')
            trace(`${process.name} ends: ${JSON.stringify(outcome.value) ?? 'well'}`)
          const { name, startedAt } = process
          onEnd(
            { process: name, startedAt, endedAt: scheduler.now(), outcome, deployment },
            process,
          )
        },
      },
      processes,
    )
  }

  const deadlines = (what: keyof typeof functionTimeoutSeconds, { now }: Process) =>
    deadlinesFor(functionTimeoutSeconds[what] * 1_000, now())

  return {
    dispatch: (ended: Ended): void =>
      call(
        'dispatchPolls',
        'dispatch',
        (process, deployment) => dispatchPolls(world.dispatchPortsOf(process), deployment),
        ({ outcome }) => ended(outcome.kind),
      ),

    /** An operator's word that what a shard's people have missing is gone. */
    acceptLoss: (ended: Ended): void =>
      call(
        'dispatchPolls',
        'accept loss',
        (process, deployment) => dispatchPolls(world.dispatchPortsOf(process), deployment, true),
        ({ outcome }) => ended(outcome.kind),
      ),

    /** @param acceptLoss an operator's word that whoever is missing has left */
    refresh: (ended: Ended, acceptLoss = false): void =>
      call(
        'refreshRoster',
        'roster',
        async (process, deployment) => {
          const owner = process.name
          const { deadline } = deadlines('refreshRoster', process)
          const ports = world.portsOf(process, deployment)
          const { requestsPerSecond } = deployment
          const { api, end } = claimedCalls(
            { ...ports, api: world.apiOf(process), budget: world.budgetOf(process) },
            { owner, until: deadline, requestsPerSecond },
          )
          try {
            const settings = { ...deployment, leaseSeconds: leaseSeconds.refreshRoster }
            return await refreshRoster({ owner, acceptLoss, deadline }, { ...ports, api }, settings)
          } finally {
            await end().catch(() => {})
          }
        },
        (run, process) => {
          const isDisturbed = process.isDisturbed()
          observed.refreshes.push({ ...run, acceptsLoss: acceptLoss, isDisturbed })
          ended(run.outcome.kind)
        },
      ),

    poll: ({ shardId, slot }: Tick, ended: Ended): void => {
      let pending: string[] = []
      const hungBefore = troubles.isTopicHanging()
      let now: EpochMs | null = null
      let offset = 0
      let container: ReturnType<Containers['enter']> | null = null
      call(
        'pollShard',
        `poll ${shardId}`,
        (process, deployment) => {
          offset = process.now() - scheduler.now()
          const { requestsPerSecond, concurrentPolls } = deployment
          const share = requestsPerSecond / (concurrentPolls + 1)
          const api = world.apiOf(process).paced(pollPace(slot, share, process.now()))
          const ports: PollPorts = { ...world.portsOf(process, deployment), api, spent: api.spent }
          pending = world.pendingIn(shardId, process)
          const noted = () => {
            now = ports.now()
            return now
          }
          const { ports: mutated = (same) => same, settings = (same) => same } = mutant
          container = containers.enter(versionOf(process), deployment)
          const { memory } = container
          return pollShard(
            { shardId, slot, owner: process.name, ...deadlines('pollShard', process) },
            mutated({ ...ports, memory, now: noted }),
            settings(pollSettings(deployment)),
          )
        },
        (run, process) => {
          container?.leave(run.outcome.kind === 'killed')
          const waiting = new Set(world.pendingIn(shardId, process))
          const heldBack = pending.filter((id) => waiting.has(id))
          const offsetAtEnd = process.now() - scheduler.now()
          const hasClockStepped = offsetAtEnd !== offset
          const isDisturbed = process.isDisturbed() || hasClockStepped
          const didTopicHang = hungBefore || troubles.isTopicHanging()
          const askUntil = slot === undefined ? null : slot.until - Math.max(offset, offsetAtEnd)
          const seen = { now, heldBack, isDisturbed, didTopicHang, askUntil }
          observed.polls.push({ ...run, shardId, ...seen })
          ended(run.outcome.kind)
        },
      )
    },
  }
}
export type Functions = ReturnType<typeof createFunctions>
