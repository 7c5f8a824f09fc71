import type { Clock } from '../../lib/platform/clock.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { ReplayEventsEnvironment } from '../../lib/replays/environment.ts'
import { replayEventsFunction } from '../../lib/replays/replay-events-function.ts'
import { replayTimeoutSeconds } from '../../lib/replays/timing.ts'
import { type ReplayResources, replayEnvironmentOf } from '../../lib/settings/replay-variables.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { invoke } from '../lambda/invoke.ts'
import { loopbackApp, type Served, serveOnLoopback } from '../loopback-app.ts'
import { type RunFacts, replaysPath } from './run-facts.ts'

export type ReplaysOptions = {
  /** Of the run: with the endpoints that it posts to. */
  settings: Settings
  resources: ReplayResources
  clock: Clock
  /** 0 takes any free port. */
  port: number
  onError: (error: unknown) => void
}

const factsOf = ({ settings, clock }: ReplaysOptions): RunFacts => ({
  timeZone: settings.workday.timeZone,
  now: clock.now(),
  eventLogDays: settings.eventLogDays,
  webhooks: settings.webhooks.map(({ name, events }) => ({ name, ...(events && { events }) })),
})

/** Serves `replay-events` on loopback: it is asked as Lambda would be, by the same command. */
export const startReplays = (options: ReplaysOptions): Promise<Served> => {
  const variables = replayEnvironmentOf(options.settings, options.resources)
  const environment = readEnvironment(ReplayEventsEnvironment, variables)
  const replayEvents = {
    name: 'replay-events',
    timeoutSeconds: replayTimeoutSeconds,
    handler: replayEventsFunction(environment, options.clock),
  }
  const app = loopbackApp()
  app.get(replaysPath, (context) => context.json(factsOf(options)))
  app.post(replaysPath, async (context) => {
    // A page of elsewhere may send a text here unasked, but no JSON.
    if (context.req.header('content-type') !== 'application/json')
      return context.json({ message: 'Unsupported Media Type' }, 415)
    return context.json(await invoke<unknown, object>(replayEvents, await context.req.json()))
  })
  app.onError((error, context) => {
    options.onError(error)
    return context.json({ message: 'Internal Server Error' }, 500)
  })
  return serveOnLoopback(app, options.port)
}

/**
 * Likewise of a run, where events are kept and posted to somebody.
 * @param options the settings with the endpoints that are posted to
 * @returns null where they are not
 */
export const startReplaysOf = (options: ReplaysOptions): Promise<Served | null> =>
  options.settings.eventLogDays === 0 || options.settings.webhooks.length === 0
    ? Promise.resolve(null)
    : startReplays(options)
