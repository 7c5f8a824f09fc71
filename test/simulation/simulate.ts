import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { checkAll, type Violation } from './invariants/all.ts'
import { type EpochMs, hour, minute, utc } from './oracle/moments.ts'
import type { Person } from './organisation/history.ts'
import { anOrganisation } from './organisation/organisation.ts'
import { rearranged } from './organisation/rearrangements.ts'
import { planOf, type Scenario } from './scenario.ts'
import { createFaults } from './system/faults.ts'
import type { Functions, Mutant } from './system/functions.ts'
import { killingAt } from './system/killing.ts'
import { createLogFates } from './system/log-fates.ts'
import { nothingObserved, type Observed, type Poll } from './system/observed.ts'
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

/** Long enough for every lease, message and process to be gone. */
const rest = 30 * minute
/** Time enough for a poll to ask about everybody, were the budget ever so small before. */
const timeForAll = 95_000
/** Absences are due at every poll of the end. */
const betweenLastPolls = 65 * minute

/**
 * Polls of each shard at the end, and so many more while the one before has no answer from everywhere, or has
 * published for as long as it had, no faster than it may.
 */
const lastPolls = { always: 4, most: 16 }

/** Whether something seems to be missing of somebody, and is still looked for, or to be as it was once told, which takes a second answer. */
const isAnythingInDoubt = (states: readonly EmployeeState[]): boolean =>
  states.some(({ clockings, absences }) =>
    [...Object.values(clockings), ...Object.values(absences)].some(
      ({ phase, missingSince, doubted }) =>
        phase !== 'removed' &&
        phase !== 'withdrawn' &&
        (missingSince !== null || doubted.length > 0),
    ),
  )

/**
 * Whether something still waits for its turn at the topic, as it was saved, or as it was found by a poll whose
 * outboxes were still full.
 */
const isAnythingUnsaid = (states: readonly EmployeeState[], last: readonly Poll[]): boolean =>
  states.some(({ outbox }) => outbox.length > 0) ||
  last.some(
    ({ outcome }) =>
      outcome.kind === 'done' &&
      outcome.value.kind === 'polled' &&
      outcome.value.outcomes.blocked > 0,
  )

/** Whether the time of a poll was not enough for everybody, of whom months are to be read. */
const isAnybodyLeft = (last: readonly Poll[]): boolean =>
  last.some(
    ({ outcome }) =>
      outcome.kind === 'done' && outcome.value.kind === 'polled' && outcome.value.leftOver > 0,
  )

/**
 * What must be enough once nothing fails any more: two refreshes that agree, and four polls of
 * each shard, the third after an operator's word that what is missing is gone. Where an answer has
 * a page for each record, looking for what is missing takes a poll for each person, and more; and where the
 * events of a second are bounded, no poll can publish more than its time allows, however much is new.
 */
const finish = async (
  functions: Functions,
  scheduler: Scheduler,
  { shardIds, states }: Pick<ReturnType<typeof startSystem>['world'], 'shardIds' | 'states'>,
  polls: readonly Poll[],
  isPublishingPaced: boolean,
): Promise<void> => {
  // What was found last may be doubted until the poll after that.
  let twoRoundsAgo = polls.length
  let roundAgo = polls.length
  const isUnfinished = (): boolean =>
    isAnythingInDoubt(states()) ||
    isAnybodyLeft(polls.slice(roundAgo)) ||
    (isPublishingPaced && isAnythingUnsaid(states(), polls.slice(twoRoundsAgo)))
  for (let refresh = 1; refresh <= 2; refresh++) {
    functions.refresh(() => {}, refresh === 2)
    await scheduler.runUntil(scheduler.now() + rest)
  }
  const { always, most } = lastPolls
  for (let poll = 1; poll <= always || (poll <= most && isUnfinished()); poll++) {
    if (poll === 3) {
      functions.acceptLoss(() => {})
      // Whoever had no room for an event at the last refresh has by now.
      functions.refresh(() => {}, true)
    }
    await scheduler.runUntil(scheduler.now() + minute)
    const [from, until] = [scheduler.now(), scheduler.now() + timeForAll]
    twoRoundsAgo = roundAgo
    roundAgo = polls.length
    for (const shardId of shardIds())
      functions.poll({ shardId, slot: { requestsPerSecond: 50, from, until } }, () => {})
    await scheduler.runUntil(scheduler.now() + betweenLastPolls)
  }
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
