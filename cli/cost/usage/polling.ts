import { usualLatency } from '../../lib/polling/dispatching/capacity.ts'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { requestBudget } from '../../lib/settings/budget.ts'
import { pollShardMegabytes } from '../../lib/settings/memory.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { alarmsOf, functionsOf, metricsOf } from './counted.ts'
import type { Priced } from './prices.ts'
import { pollsPerSecond, sparedCalls } from './spared-calls.ts'

/** What the settings do not say, and a bill depends on. */
export const assumptions = {
  eventsPerEmployeeAndDay: 4,
  callMilliseconds: usualLatency,
  stateKilobytes: 3,
  eventKilobytes: 2,
  /** A state and its outbox, compressed together (docs/benchmarks.md). */
  savedKilobytes: 2,
  /** In the event log, compressed together with others. */
  loggedKilobytes: 0.3,
  /** Of what became of an event at an endpoint, for a month. */
  deliveryKilobytes: 0.5,
  logKilobytesPerRun: 1.5,
  /** Those of `poll-shard` depend on the settings. */
  functionGigabytes: {
    refreshRoster: 1,
    dispatchPolls: 0.25,
    sendAlerts: 0.5,
    sendDigest: 1_769 / 1_024,
    deliverWebhook: 0.25,
    replayEvents: 0.25,
  },
  /** Reading, saving and publishing, beside the calls. */
  secondsPerPoll: 0.5,
  secondsPerDispatch: 0.2,
  /** A roster refresh waits for its part of the budget until the planned polls are over, at worst. */
  secondsPerClaim: 30,
  secondsPerBatchOfAlerts: 0.5,
  secondsPerDigest: 3,
  /** An event is kept, posted and settled. */
  secondsPerDelivery: 0.5,
  /** Of the events, those that some rule wants, where there are rules. */
  alertedShare: 0.25,
  releasesPerMonth: 4,
}

const daysPerMonth = 365 / 12
const secondsPerMonth = daysPerMonth * 24 * 3_600
const kilobytesPerGigabyte = 1024 ** 2

/**
 * How long one poll of a shard takes, in seconds: its calls at its part of the budget; the longest that a
 * function may run, where it would take longer.
 * @param spared how many of its calls for clockings are spared; where left out, everybody is asked
 */
export const pollSeconds = (settings: Settings, employees: number, spared = 0): number => {
  const { polling } = settings
  const { each } = requestBudget(settings, employees)
  const perShard = employees / Math.ceil(employees / polling.shardSize)
  const calls =
    perShard * (1 - spared + polling.clockingsEverySeconds / polling.absencesEverySeconds)
  return Math.min(calls / each + assumptions.secondsPerPoll, functionTimeoutSeconds.pollShard)
}

/** What an environment of some size uses in a month of 30.4 days, by what is paid for. */
export const monthlyUsage = (settings: Settings, employees: number): Record<Priced, number> => {
  const { polling } = settings
  const { stateKilobytes, eventKilobytes, functionGigabytes } = assumptions
  const shards = Math.ceil(employees / polling.shardSize)
  const perShard = employees / shards
  const { roster, load } = requestBudget(settings, employees)
  // Who asks for more than there is polls less often.
  const polls = (shards * secondsPerMonth * pollsPerSecond(settings)) / Math.max(1, load)
  const dispatches = secondsPerMonth / dispatchEverySeconds
  const refreshes = secondsPerMonth / polling.rosterEverySeconds
  const events = employees * assumptions.eventsPerEmployeeAndDay * daysPerMonth
  const alerts = settings.alerts.length > 0 ? events * assumptions.alertedShare : 0
  const digests = settings.digests.length * daysPerMonth
  // At worst every event comes alone: a batch for it, and one for its wake.
  const batches = alerts * 2
  // At worst every endpoint wants every event, and each comes alone.
  const deliveries = events * settings.webhooks.length
  const runs = polls + dispatches + refreshes + batches + digests + deliveries
  const refreshSeconds =
    roster * polling.rosterEverySeconds * (assumptions.callMilliseconds / 1_000) +
    assumptions.secondsPerClaim
  const hasWebhooks = settings.webhooks.length > 0
  const logDays = settings.eventLogDays
  const inTheLog = (events / daysPerMonth) * logDays * assumptions.loggedKilobytes
  const stored =
    (employees * stateKilobytes + deliveries * assumptions.deliveryKilobytes + inTheLog) /
    kilobytesPerGigabyte
  const logged = (runs * assumptions.logKilobytesPerRun) / kilobytesPerGigabyte
  const keptMonths = settings.aws.logRetentionDays / daysPerMonth
  return {
    'Lambda, arm64, GB-second':
      polls *
        pollSeconds(settings, employees, sparedCalls(settings)) *
        (pollShardMegabytes(polling.shardSize) / 1_024) +
      dispatches * assumptions.secondsPerDispatch * functionGigabytes.dispatchPolls +
      refreshes * (refreshSeconds + 1) * functionGigabytes.refreshRoster +
      batches * assumptions.secondsPerBatchOfAlerts * functionGigabytes.sendAlerts +
      digests * assumptions.secondsPerDigest * functionGigabytes.sendDigest +
      deliveries * assumptions.secondsPerDelivery * functionGigabytes.deliverWebhook,
    'Lambda, request': runs,
    // A shard in one query, 4 KB for half a unit, at worst for every poll; a refresh reads everyone consistently.
    'DynamoDB, read request unit':
      polls * Math.ceil((perShard * stateKilobytes) / 4) * 0.5 +
      refreshes * Math.ceil((employees * stateKilobytes) / 4) +
      // The shards' records and the budget's.
      dispatches * (Math.ceil((shards * 0.5) / 4) + Math.ceil((shards * 0.1) / 4)) +
      // What is due at an endpoint is looked up consistently, before and after.
      deliveries * 3,
    // Every poll takes and drops its lease; every event is saved once, over the one before.
    'DynamoDB, write request unit':
      polls * 2 +
      // What is planned is written down, and what a roster refresh claims and gives back.
      (dispatches + refreshes * 2) * Math.ceil(shards * 0.1) +
      events * Math.ceil(assumptions.savedKilobytes) +
      // At worst each is a segment of the event log, and moves its tail.
      (logDays > 0 ? events * 2 : 0) +
      // An event waits, is marked as told, and waits no more; its destination is leased.
      alerts * (eventKilobytes * 2 + 1 + 3) +
      // It is kept for its endpoint, marked as due, settled without its contents, and marked no more;
      // the endpoint is leased.
      deliveries * (eventKilobytes + 3 + 2),
    'DynamoDB, GB-month stored': stored,
    'DynamoDB, GB-month of point-in-time recovery': stored,
    'SNS, publish': events,
    'SNS FIFO, publish': settings.aws.fifoTopic ? events : 0,
    'EventBridge, event put': settings.aws.eventBus === undefined ? 0 : events,
    // Sent, received and deleted; five pollers of Lambda wait for messages, 20 s each.
    'SQS, request':
      (polls + batches + deliveries) * 3 +
      ((2 + settings.webhooks.length) * 5 * secondsPerMonth) / 20,
    'EventBridge Scheduler, invocation': dispatches + refreshes + digests,
    'Secrets Manager, secret-month': 2 + Number(hasWebhooks),
    // Each instance of a function reads the secret again after five minutes.
    'Secrets Manager, request':
      ((polling.concurrentPolls + 1 + Number(hasWebhooks)) * secondsPerMonth) / 300,
    'KMS, key-month': 1,
    // Table, topic, queue and secret each fetch a data key every five minutes.
    'KMS, request': ((4 + settings.webhooks.length) * 2 * secondsPerMonth) / 300,
    'CloudWatch, custom metric-month': metricsOf(settings),
    'CloudWatch, alarm-month': alarmsOf(settings),
    'CloudWatch, dashboard-month': 1,
    'CloudWatch Logs, GB taken in': logged,
    'CloudWatch Logs, GB-month stored': logged * keptMonths,
    'AWS Budgets, budget that only tells':
      settings.operations.monthlyBudgetUsd === undefined ? 0 : 1,
    'CodeDeploy, shift of a function':
      settings.aws.release === 'all-at-once'
        ? 0
        : assumptions.releasesPerMonth *
          functionsOf(settings, 1 + Object.keys(functionGigabytes).length),
  }
}
