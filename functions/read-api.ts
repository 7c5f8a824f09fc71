import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'
import { ReadApiEnvironment } from '../lib/read-api/environment.ts'
import { readApiFunction } from '../lib/read-api/read-api-function.ts'

export const handler = readApiFunction(
  readEnvironment(ReadApiEnvironment, process.env),
  systemClock,
)
