import { lanes } from '../../../lib/store/events/lanes.ts'
import { assumptions } from '../assumptions.ts'
import type { Workload } from '../workload.ts'
import type { MonthlyUse } from './usage.ts'

/** What those use who ask instead of subscribing. */
export const readApiUsage = ({ employees, events, pulls, presences }: Workload): MonthlyUse => {
  const { functionGigabytes, secondsPerPull, secondsPerPresence, stateKilobytes } = assumptions
  const requests = pulls + presences
  const eventsPulled = pulls > 0 ? events : 0
  return {
    'API Gateway, HTTP request': requests,
    'Lambda, arm64, GB-second':
      (pulls * secondsPerPull + presences * secondsPerPresence) * functionGigabytes.readApi,
    'Lambda, request': requests,
    'DynamoDB, read request unit':
      // Each lane of the event log is looked into consistently, and at worst each event is a segment.
      pulls * lanes.length +
      eventsPulled +
      // Everybody is read: each shard in one query, 4 KB for half a unit.
      presences * Math.ceil((employees * stateKilobytes) / 4) * 0.5,
  }
}
