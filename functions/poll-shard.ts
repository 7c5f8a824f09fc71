import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'
import { PollShardEnvironment } from '../lib/polling/environment.ts'
import { pollShardFunction } from '../lib/polling/shard/poll-shard-function.ts'

export const handler = pollShardFunction(
  readEnvironment(PollShardEnvironment, process.env),
  systemClock,
)
