import type { Settings } from '../../../lib/settings/settings.ts'
import { assumptions } from '../assumptions.ts'
import type { Workload } from '../workload.ts'
import type { MonthlyUse } from './usage.ts'

const alerts = ({ alerts, kept, batches }: Workload): MonthlyUse => ({
  'Lambda, arm64, GB-second':
    batches * assumptions.secondsPerBatchOfAlerts * assumptions.functionGigabytes.sendAlerts,
  'Lambda, request': batches,
  // An event waits, is marked as told, and waits no more; its destination is leased.
  'DynamoDB, write request unit':
    alerts * (assumptions.eventKilobytes * 2 + 1 + 3) + kept * assumptions.eventKilobytes,
  'SQS, request': batches * 3,
})

const digests = ({ digests }: Workload): MonthlyUse => ({
  'Lambda, arm64, GB-second':
    digests * assumptions.secondsPerDigest * assumptions.functionGigabytes.sendDigest,
  'Lambda, request': digests,
  'EventBridge Scheduler, invocation': digests,
})

/**
 * Mails: at worst one for every alert, to everybody of each audience that some rule names, and one for each digest.
 * Through SES each reader is one; through SNS a message to the audience's topic is one, and each reader's mail.
 */
const mails = (settings: Settings, { alerts, digests }: Workload): MonthlyUse => {
  const { audiences, mail } = settings
  const readersOf = (names: Iterable<string>): number[] =>
    [...new Set(names)].map((name) => audiences[name]?.length ?? 0)
  const toAlerted = readersOf(settings.alerts.flatMap(({ email }) => email))
  const perDigest = digests / Math.max(1, settings.digests.length)
  const digested = settings.digests.map(({ email }) => readersOf(email))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  const messages = alerts * toAlerted.length + perDigest * digested.flat().length
  const sent = alerts * sum(toAlerted) + perDigest * sum(digested.flat())
  return mail.from === undefined
    ? { 'SNS, publish': messages, 'SNS, mail': sent }
    : { 'SES, mail': sent }
}

/** What telling people uses; Slack takes its messages for nothing. */
export const alertsUsage = (settings: Settings, workload: Workload): readonly MonthlyUse[] => [
  alerts(workload),
  digests(workload),
  mails(settings, workload),
]
