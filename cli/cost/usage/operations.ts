import type { Settings } from '../../../lib/settings/settings.ts'
import { assumptions, daysPerMonth, gigabytes, secondsPerMonth } from '../assumptions.ts'
import { alarmsOf, functionsOf, metricsOf } from '../counted.ts'
import type { MonthlyUse } from './usage.ts'

/** Five pollers of Lambda wait at each queue for messages, 20 s each. */
const queues = ({ webhooks }: Settings): MonthlyUse => ({
  'SQS, request': ((2 + webhooks.length) * 5 * secondsPerMonth) / 20,
})

const secrets = ({ polling, webhooks }: Settings): MonthlyUse => {
  const webhookSecrets = webhooks.length > 0 ? 1 : 0
  return {
    'Secrets Manager, secret-month': 2 + webhookSecrets,
    // Each instance of a function reads the secret again after five minutes.
    'Secrets Manager, request':
      ((polling.concurrentPolls + 1 + webhookSecrets) * secondsPerMonth) / 300,
    'KMS, key-month': 1,
    // Table, topic, queue and secret each fetch a data key every five minutes.
    'KMS, request': ((4 + webhooks.length) * 2 * secondsPerMonth) / 300,
  }
}

const monitoring = (settings: Settings): MonthlyUse => ({
  'CloudWatch, custom metric-month': metricsOf(settings),
  'CloudWatch, alarm-month': alarmsOf(settings),
  'CloudWatch, dashboard-month': 1,
  'AWS Budgets, budget that only tells': settings.operations.monthlyBudgetUsd === undefined ? 0 : 1,
})

const releases = (settings: Settings): MonthlyUse => ({
  'CodeDeploy, shift of a function':
    settings.aws.release === 'all-at-once'
      ? 0
      : assumptions.releasesPerMonth * functionsOf(settings),
})

/** What an environment uses though nothing happens. */
export const operationsUsage = (settings: Settings): readonly MonthlyUse[] => [
  queues(settings),
  secrets(settings),
  monitoring(settings),
  releases(settings),
]

/** @param runs of functions, each of which writes its lines */
export const logsUsage = ({ aws }: Settings, runs: number): MonthlyUse => {
  const written = gigabytes(runs * assumptions.logKilobytesPerRun)
  return {
    'CloudWatch Logs, GB taken in': written,
    'CloudWatch Logs, GB-month stored': written * (aws.logRetentionDays / daysPerMonth),
  }
}
