import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { presentState } from '../../../lib/attendance/present-state.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { type Deployment, takesOver } from '../deployments.ts'
import type { Person } from '../organisation/history.ts'
import type { Plan } from '../scenario.ts'
import { createPeople } from './alerts/people.ts'
import { createSendAlerts } from './alerts/send-alerts.ts'
import { createSendDigests } from './alerts/send-digests.ts'
import { createContainers } from './containers.ts'
import type { Faults } from './faults.ts'
import { createFunctions, type Mutant } from './functions.ts'
import type { Observed } from './observed.ts'
import { createWorld } from './ports.ts'
import type { Fates } from './process.ts'
import { startPuller } from './puller.ts'
import { createReplaying } from './replays/replaying.ts'
import { createPollers, schedule } from './schedule.ts'
import type { Scheduler } from './scheduler.ts'
import type { Troubles } from './troubles.ts'
import type { Versions } from './versions.ts'
import { createEndpoints } from './webhooks/endpoints.ts'
import type { Receivers } from './webhooks/receivers.ts'

type Options = {
  seed: number
  plan: Plan
  people: readonly Person[]
  scheduler: Scheduler
  /** What goes wrong for the polls, for the alerts, and for the webhooks. */
  faults: Faults
  alertFaults: Faults
  webhookFaults: Faults
  /** What goes wrong for the event log. */
  logFates: Fates
  /** What goes wrong for long. */
  troubles: Troubles
  receivers: Receivers
  versions: Versions
  observed: Observed
  mutant: Mutant
  trace: (text: string) => void
}

/** The deployment of each moment. */
const deploymentsOf = ({ deployments }: Plan, { now }: Scheduler): (() => Deployment) => {
  const [first] = deployments
  if (first === undefined) throw new Error('A plan has a deployment')
  return () => (deployments.findLast(({ at }) => at <= now()) ?? first).deployment
}

/** The deployment of a run of what alerts people: while a release takes over bit by bit, the one or the other. */
const deploymentsOfRuns = (
  { deployments, isGradual }: Plan,
  { now }: Scheduler,
  seed: number,
): (() => Deployment) => {
  const draws = drawsOf('simulation', seed, 'gradual release')
  const [first, ...others] = deployments
  if (first === undefined) throw new Error('A plan has a deployment')
  return () => {
    const all = [first, ...others].filter(({ at }) => at <= now())
    const [last = first, before = last] = all.toReversed()
    const isMixed = isGradual && now() < last.at + takesOver
    return isMixed && draws.chance(0.5) ? before.deployment : last.deployment
  }
}

/** What a call of SNS takes longer while it hangs, in milliseconds. */
const hang = 105_000

/** All that is deployed, in its world, with its schedules running. */
export const startSystem = (options: Options) => {
  const { plan, people, scheduler, faults, alertFaults, webhookFaults } = options
  const { troubles, observed, mutant, trace } = options
  const deploymentNow = deploymentsOf(plan, scheduler)
  const processesUnder = (fates: Faults) => ({ scheduler, fates, draws: fates.draws, trace })
  const common = { observed, deploymentNow, mutant }

  const processes = processesUnder(alertFaults)
  const told = createPeople({
    processes,
    faults: alertFaults,
    observed,
    dislikeOf: troubles.dislikeOf,
  })
  const alerting = {
    ...common,
    processes,
    faults: alertFaults,
    people: told,
    much: plan.much,
    deploymentOfRun: deploymentsOfRuns(plan, scheduler, options.seed),
  }
  const sendAlerts = createSendAlerts(alerting)

  const endpoints = createEndpoints({
    processes: processesUnder(webhookFaults),
    faults: webhookFaults,
    observed: observed.webhooks,
    table: new Map(),
    homeZone: plan.homeZone,
    webhooks: plan.webhooks,
    receivers: options.receivers,
  })

  const { queue, serve } = createPollers(scheduler, faults)
  const world = createWorld({
    people,
    pageSize: plan.pageSize,
    overHttp: plan.overHttp,
    faults,
    troubles,
    versions: options.versions,
    scheduler,
    observed,
    queue,
    onDelivered: (message) => {
      sendAlerts.subscribe(message)
      endpoints.subscribe(message)
    },
  })
  const { pulled } = startPuller(world.segments, scheduler, plan.from)
  const isTimed = faults.draws.chance(0.7)
  const polling = {
    ...common,
    processes: processesUnder({
      ...faults,
      hangOf: (service) => (service === 'topic' && troubles.isTopicHanging() ? hang : 0),
      fateOf: (service, name) =>
        (service === 'log' ? options.logFates : faults).fateOf(service, name),
      latencyOf: (service) => (service === 'log' ? options.logFates : faults).latencyOf(service),
    }),
    faults,
    troubles,
    world,
    containers: createContainers(options.seed),
    versionOf: options.versions.versionOf,
    isTimed,
  }
  const functions = createFunctions(polling)
  serve(functions)
  schedule(functions, scheduler, faults, troubles, deploymentNow, plan)
  createSendDigests({ ...alerting, statePortsOf: world.statePortsOf }).schedule(plan)
  createReplaying({
    seed: options.seed,
    processes: processesUnder(webhookFaults),
    faults: webhookFaults,
    observed: observed.replays,
    segments: world.segments,
    logged: () => new Set([...world.logged().values()].flat().map(({ id }) => id)),
    statePortsOf: world.statePortsOf,
    deploymentNow,
    putForEndpoint: endpoints.put,
  }).schedule(plan.replays(people.map(({ id }) => id)))
  /** How everyone is now, as one subscriber is told. */
  const snapshot = (): AttendanceEvent[] => {
    const { rules } = deploymentNow()
    return world
      .states()
      .flatMap((state) => presentState(state, scheduler.now(), rules))
      .map(({ message }): AttendanceEvent => JSON.parse(message))
  }
  const middle = drawsOf('simulation', options.seed, 'snapshot').unit()
  scheduler.at(plan.from + middle * (plan.to - plan.from), () => {
    const baselined = world.states().filter(({ baselineAt }) => baselineAt === null)
    observed.snapshot = {
      at: scheduler.now(),
      events: snapshot(),
      baselined: new Set(baselined.map(({ employeeId }) => employeeId)),
    }
  })
  return {
    world,
    snapshot,
    functions,
    pulled,
    finishWebhooks: endpoints.finish,
    recoverAlerts: sendAlerts.recover,
    alertsLeft: () => ({ waiting: told.stillWaiting(), dead: sendAlerts.dead() }),
  }
}
