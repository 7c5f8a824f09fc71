import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'
import { RefreshRosterEnvironment } from '../lib/polling/environment.ts'
import { refreshRosterFunction } from '../lib/polling/roster/refresh-roster-function.ts'

export const handler = refreshRosterFunction(
  readEnvironment(RefreshRosterEnvironment, process.env),
  systemClock,
)
