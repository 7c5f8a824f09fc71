import { functionTimeoutSeconds } from '../../../lib/polling/timing.ts'
import { requestBudget } from '../../../lib/settings/budget.ts'
import { pollShardMegabytes } from '../../../lib/settings/memory.ts'
import type { Settings } from '../../../lib/settings/settings.ts'
import { assumptions, gigabytes, hoursPerMonth } from '../assumptions.ts'
import { sparedCalls } from '../spared-calls.ts'
import type { Workload } from '../workload.ts'
import type { MonthlyUse } from './usage.ts'

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

/**
 * How much of the polls reads its shard (docs/decisions/idle-polls-read-nothing.md): the first of each instance, and one by
 * another instance than the one before, since which something happened to somebody.
 */
export const readShare = (
  settings: Settings,
  { employees, shards, polls, events }: Workload,
): number => {
  const { lanes } = requestBudget(settings, employees)
  const pollsOfInstance = polls / shards / (hoursPerMonth / assumptions.hoursOfInstance)
  const changed = 1 - Math.exp((-events / polls) * lanes)
  return Math.min(1, lanes / pollsOfInstance + (1 - 1 / lanes) * changed)
}

const polls = (settings: Settings, workload: Workload): MonthlyUse => {
  const { employees, shards, polls } = workload
  const seconds = pollSeconds(settings, employees, sparedCalls(settings))
  const gigabytes = pollShardMegabytes(settings.polling.shardSize) / 1_024
  const shardKilobytes = (employees / shards) * assumptions.stateKilobytes
  return {
    'Lambda, arm64, GB-second': polls * seconds * gigabytes,
    'Lambda, request': polls,
    // A shard in one query, 4 KB for half a unit.
    'DynamoDB, read request unit':
      polls * readShare(settings, workload) * Math.ceil(shardKilobytes / 4) * 0.5,
    // Every poll takes and drops its lease.
    'DynamoDB, write request unit': polls * 2,
    // Sent, received and deleted.
    'SQS, request': polls * 3,
  }
}

const dispatches = ({ shards, dispatches }: Workload): MonthlyUse => ({
  'Lambda, arm64, GB-second':
    dispatches * assumptions.secondsPerDispatch * assumptions.functionGigabytes.dispatchPolls,
  'Lambda, request': dispatches,
  // The shards' records and the budget's.
  'DynamoDB, read request unit':
    dispatches * (Math.ceil((shards * 0.5) / 4) + Math.ceil((shards * 0.1) / 4)),
  // What is planned is written down.
  'DynamoDB, write request unit': dispatches * Math.ceil(shards * 0.1),
  'EventBridge Scheduler, invocation': dispatches,
})

const refreshes = (settings: Settings, { employees, shards, refreshes }: Workload): MonthlyUse => {
  const { stateKilobytes, functionGigabytes, callMilliseconds, secondsPerClaim } = assumptions
  const calls = requestBudget(settings, employees).roster * settings.polling.rosterEverySeconds
  const seconds = calls * (callMilliseconds / 1_000) + secondsPerClaim + 1
  return {
    'Lambda, arm64, GB-second': refreshes * seconds * functionGigabytes.refreshRoster,
    'Lambda, request': refreshes,
    // A refresh reads everyone consistently.
    'DynamoDB, read request unit': refreshes * Math.ceil((employees * stateKilobytes) / 4),
    // What it claims of the budget, and gives back.
    'DynamoDB, write request unit': refreshes * 2 * Math.ceil(shards * 0.1),
    'EventBridge Scheduler, invocation': refreshes,
  }
}

/** What asking the Workforce API uses. */
export const pollingUsage = (settings: Settings, workload: Workload): readonly MonthlyUse[] => [
  polls(settings, workload),
  dispatches(workload),
  refreshes(settings, workload),
  { 'DynamoDB, GB-month stored': gigabytes(workload.employees * assumptions.stateKilobytes) },
]
