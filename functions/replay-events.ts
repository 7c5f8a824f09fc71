import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'
import { ReplayEventsEnvironment } from '../lib/replays/environment.ts'
import { replayEventsFunction } from '../lib/replays/replay-events-function.ts'

export const handler = replayEventsFunction(
  readEnvironment(ReplayEventsEnvironment, process.env),
  systemClock,
)
