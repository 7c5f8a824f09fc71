import { setTimeout } from 'node:timers/promises'
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { environmentsFolder } from '../infra/environments.ts'
import { pollEverySeconds } from '../lib/attendance/quiet-hours.ts'
import { systemClock } from '../lib/platform/clock.ts'
import type { Settings } from '../lib/settings/settings.ts'
import { newCommand } from '../local/command-line.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { placeOf } from './deployment/place.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'
import { pause } from './running/pause.ts'
import { resume } from './running/resume.ts'

const lookEveryMilliseconds = 15_000
/** For a roster to be read, a poll to end, and the alarms to see it. */
const readMilliseconds = 600_000

/** How often is looked: who was just polled before a stop is not due before the next turn. */
const looksFor = ({ polling, workday: { timeZone } }: Settings): number => {
  const { clockingsEverySeconds, quietHours } = polling
  const quiet = quietHours && { ...quietHours, timeZone }
  const due = 1_000 * pollEverySeconds(clockingsEverySeconds, quiet, systemClock.now())
  return Math.ceil((readMilliseconds + due) / lookEveryMilliseconds)
}

/** Whoever breaks off the wait lets the alarms tell how it ends. */
const waitUnlessInterrupted = async (): Promise<void> => {
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    await setTimeout(lookEveryMilliseconds, undefined, { signal: interruption.signal })
  } catch {
    throw new OperatorError('Not waited for: the alarms tell if the feed stays silent')
  } finally {
    process.off('SIGINT', interrupt)
  }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const placeNamed = (name: string) => placeOf(knownEnvironment(environmentsFolder, name))

const stop = async (name: string): Promise<void> => {
  const { names, region } = await placeNamed(name)
  const config = { region }
  await pause(
    { scheduler: new SchedulerClient(config), cloudWatch: new CloudWatchClient(config) },
    names,
  )
  say(
    `${names.stack} is stopped: what is under way ends within five minutes, or twenty where it fails`,
  )
}

const start = async (name: string): Promise<void> => {
  const { settings, names, region } = await placeNamed(name)
  const config = { region }
  const clients = {
    scheduler: new SchedulerClient(config),
    cloudWatch: new CloudWatchClient(config),
    lambda: new LambdaClient(config),
    secrets: new SecretsManagerClient(config),
  }
  await resume(clients, names, settings, {
    say,
    wait: waitUnlessInterrupted,
    now: systemClock.now,
    looks: looksFor(settings),
  })
}

const program = newCommand('npm run').description('Stops or starts an environment')
for (const [command, description, run] of [
  ['pause', 'Stops all calls to the API and all publishing, until resumed', stop],
  ['resume', 'Starts an environment that is new or was paused, and waits for its feed', start],
] as const)
  program
    .command(command)
    .description(description)
    .argument('<name>', 'the environment: a file in infra/environments')
    .action((name: string) => orOneLine(() => run(name)))
await program.parseAsync()
