import { SendAlertsEnvironment } from '../lib/alerts/environment.ts'
import { sendAlertsFunction } from '../lib/alerts/send-alerts-function.ts'
import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'

export const handler = sendAlertsFunction(
  readEnvironment(SendAlertsEnvironment, process.env),
  systemClock,
)
