import { LambdaClient } from '@aws-sdk/client-lambda'
import { environmentsFolder } from '../../infra/environments.ts'
import { systemClock } from '../../lib/platform/clock.ts'
import type { RunFacts } from '../../local/replays/run-facts.ts'
import { knownEnvironment } from '../deployment/known-environment.ts'
import { placeOf } from '../deployment/place.ts'
import { type AskForReplay, askThrough } from './function.ts'
import { askRun, factsOfRun, isRun } from './run.ts'

/** Where something is sent again. */
export type ReplayPlace = RunFacts & {
  /** What was typed is checked before it is called. @throws {OperatorError} where there is no access */
  connect: () => Promise<AskForReplay>
}

const deployedPlace = (environment: string): ReplayPlace => {
  const settings = knownEnvironment(environmentsFolder, environment)
  return {
    timeZone: settings.workday.timeZone,
    now: systemClock.now(),
    eventLogDays: settings.eventLogDays,
    webhooks: settings.webhooks,
    connect: async () => {
      const { names, region } = await placeOf(settings)
      return askThrough(new LambdaClient({ region }), names)
    },
  }
}

/**
 * An environment by its name, or a run on this machine by the address that it shows.
 * @throws {OperatorError} where there is none
 */
export const placeNamed = async (name: string): Promise<ReplayPlace> =>
  isRun(name)
    ? { ...(await factsOfRun(name)), connect: async () => askRun(name) }
    : deployedPlace(name)
