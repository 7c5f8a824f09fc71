import { systemClock } from '../lib/platform/clock.ts'
import { readEnvironment } from '../lib/platform/environment.ts'
import { dispatchPollsFunction } from '../lib/polling/dispatching/dispatch-polls-function.ts'
import { DispatchPollsEnvironment } from '../lib/polling/dispatching/environment.ts'

export const handler = dispatchPollsFunction(
  readEnvironment(DispatchPollsEnvironment, process.env),
  systemClock,
)
