import { systemClock } from '../lib/platform/clock.ts'
import { dispatchPollsFunction } from '../lib/polling/dispatch-polls-function.ts'
import { DispatchPollsEnvironment, readEnvironment } from '../lib/polling/environment.ts'

export const handler = dispatchPollsFunction(
  readEnvironment(DispatchPollsEnvironment, process.env),
  systemClock,
)
