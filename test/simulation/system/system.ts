import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { presentState } from '../../../lib/attendance/present-state.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import type { Person } from '../organisation/history.ts'
import type { Deployment, Plan } from '../scenario.ts'
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
import { createPollers, schedule } from './schedule.ts'
import type { Scheduler } from './scheduler.ts'
import type { Troubles } from './troubles.ts'
import type { Versions } from './versions.ts'

type Options = {
  seed: number
  plan: Plan
  people: readonly Person[]
  scheduler: Scheduler
  /** What goes wrong for the polls, and what for the alerts. */
  faults: Faults
  alertFaults: Faults
  /** What goes wrong for the event log. */
  logFates: Fates
  /** What goes wrong for long. */
  troubles: Troubles
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

/** What a call of SNS takes longer while it hangs, in milliseconds. */
const hang = 105_000

/** All that is deployed, in its world, with its schedules running. */
export const startSystem = (options: Options) => {
  const { plan, people, scheduler, faults, alertFaults, troubles, observed, mutant, trace } =
    options
  const deploymentNow = deploymentsOf(plan, scheduler)
  const processesUnder = (fates: Faults) => ({ scheduler, fates, draws: fates.draws, trace })
  const common = { observed, deploymentNow, mutant }

  const processes = processesUnder(alertFaults)
  const told = createPeople({ processes, faults: alertFaults, observed })
  const alerting = { ...common, processes, faults: alertFaults, people: told }
  const sendAlerts = createSendAlerts(alerting)

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
    onDelivered: sendAlerts.subscribe,
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
    recoverAlerts: sendAlerts.recover,
    alertsLeft: () => ({ waiting: told.stillWaiting(), dead: sendAlerts.dead() }),
  }
}
