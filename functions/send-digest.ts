import { sendDigestFunction } from '../lib/alerts/digests/send-digest-function.ts'
import { SendDigestEnvironment } from '../lib/alerts/environment.ts'
import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'

export const handler = sendDigestFunction(
  readEnvironment(SendDigestEnvironment, process.env),
  systemClock,
)
