import { systemClock } from '../lib/platform/clock.ts'
import { RefreshRosterEnvironment, readEnvironment } from '../lib/polling/environment.ts'
import { refreshRosterFunction } from '../lib/polling/refresh-roster-function.ts'

export const handler = refreshRosterFunction(
  readEnvironment(RefreshRosterEnvironment, process.env),
  systemClock,
)
