import { systemClock } from '../lib/platform/clock.ts'
import { PollShardEnvironment, readEnvironment } from '../lib/polling/environment.ts'
import { pollShardFunction } from '../lib/polling/poll-shard-function.ts'

export const handler = pollShardFunction(
  readEnvironment(PollShardEnvironment, process.env),
  systemClock,
)
