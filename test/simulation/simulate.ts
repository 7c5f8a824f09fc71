import { finish, rest } from './finish.ts'
import { checkAll, type Violation } from './invariants/all.ts'
import { type EpochMs, hour, utc } from './oracle/moments.ts'
import type { Person } from './organisation/history.ts'
import { anOrganisation } from './organisation/organisation.ts'
import { rearranged } from './organisation/rearrangements.ts'
import { planOf, type Scenario } from './scenario.ts'
import { createFaults } from './system/faults.ts'
import type { Mutant } from './system/functions.ts'
import { killingAt } from './system/killing.ts'
import { createLogFates } from './system/log-fates.ts'
import { nothingObserved, type Observed } from './system/observed.ts'
import { createScheduler, type Scheduler } from './system/scheduler.ts'
import { startSystem } from './system/system.ts'
import { createTroubles } from './system/troubles.ts'
import { createVersions } from './system/versions.ts'
import { createReceivers } from './system/webhooks/receivers.ts'

/** A line of what happened, in virtual time. */
export type TraceLine = { at: EpochMs; text: string }

export type Options = {
  mutant?: Mutant
  /**
   * The effect at which a process is killed, counted from 1, of all or of those of one name, or of the
   * webhooks alone.
   */
  killAt?: { effect: number; of?: string; when: 'before' | 'after'; part?: 'webhooks' }
  /** Told of what happens; nothing is put together for it where it is left out. */
  trace?: (line: TraceLine) => void
}

export type Result = {
  scenario: Scenario
  violations: Violation[]
  people: readonly Person[]
  observed: Observed
  faults: ReadonlyMap<string, number>
}

/** What goes wrong for the polls, the alerts, the webhooks and their receivers, and for the event log. */
const faultsFor = (scenario: Scenario, scheduler: Scheduler, { killAt }: Options) => {
  const { from, to, webhooks } = planOf(scenario)
  const killing = killAt === undefined ? null : killingAt(killAt.effect, killAt.when, killAt.of)
  const common = {
    seed: scenario.seed,
    kinds: new Set(scenario.faults),
    from,
    to,
    now: scheduler.now,
    killing: killAt?.part === undefined ? killing : null,
    counts: new Map<string, number>(),
  }
  return {
    faults: createFaults({ ...common, part: 'faults' }),
    alertFaults: createFaults({ ...common, part: 'alert faults' }),
    webhookFaults: createFaults({ ...common, killing, part: 'webhook faults' }),
    receivers: createReceivers({ ...common, endpoints: webhooks.map(({ name }) => name) }),
    logFates: createLogFates(common),
  }
}

/** Runs a scenario to its end in virtual time, and checks what the world saw of it. */
export const simulate = async (scenario: Scenario, options: Options = {}): Promise<Result> => {
  const plan = planOf(scenario)
  const { seed, employees } = scenario
  const lookback = plan.lookbackHours * hour
  const kinds = new Set<string>(scenario.faults)
  const people = rearranged(anOrganisation({ ...plan, seed, employees, lookback }), {
    ...plan,
    seed,
    kinds,
  })
  const scheduler = createScheduler(plan.from)
  const observed = nothingObserved()
  const trace = (text: string): void => options.trace?.({ at: scheduler.now(), text })
  const { faults, ...others } = faultsFor(scenario, scheduler, options)
  const { mutant = {} } = options
  const going = {
    ...plan,
    seed,
    kinds: new Set(scenario.faults),
    now: scheduler.now,
    counts: faults.counts,
  }
  observed.alerts.gone = faults.spellsOf('channel-gone')
  const troubles = createTroubles({ ...going, people })
  const versions = createVersions(going)
  const system = startSystem({
    seed,
    plan,
    people,
    scheduler,
    faults,
    ...others,
    troubles,
    versions,
    observed,
    mutant,
    trace,
  })
  const { world, functions } = system
  trace(`begins at ${utc(plan.from)}`)
  await scheduler.runUntil(plan.to + rest)
  trace('nothing fails any more')
  system.recoverAlerts()
  world.regainRate()
  const isPaced = plan.deployments.some(({ deployment }) => deployment.messagesPerSecond !== null)
  await finish(functions, scheduler, world, observed.polls, isPaced)
  observed.alerts.leftovers = system.alertsLeft()
  observed.troubles = troubles.spells
  observed.versions = versions.seen
  observed.states = world.states()
  observed.log = { lanes: world.logged(), at: world.loggedAt, pulled: system.pulled }
  observed.lastSnapshot = system.snapshot()
  observed.baselineAt = world.baselineAt()
  const end = scheduler.now()
  await system.finishWebhooks()
  const violations = checkAll({ people, plan, observed, end })
  return { scenario, violations, people, observed, faults: faults.counts }
}
