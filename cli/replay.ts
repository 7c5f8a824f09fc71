import { LambdaClient } from '@aws-sdk/client-lambda'
import { environmentsFolder } from '../infra/environments.ts'
import type { Settings } from '../lib/settings/settings.ts'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { placeOf } from './deployment/place.ts'
import { orOneLine } from './or-one-line.ts'
import { askThrough } from './replay/function.ts'
import { goOn, replay, statusLines } from './replay/replaying.ts'
import {
  noLongerKept,
  requestOf,
  type TypedReplay,
  targetOf,
  untold,
  uuidOf,
} from './replay/request.ts'

const typed = 'npx node cli/replay.ts'
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const settingsOf = (environment: string) => knownEnvironment(environmentsFolder, environment)

/** Asks the function of an environment; what was typed is checked before, without AWS. */
const askIn = async (settings: Settings) => {
  const { names, region } = await placeOf(settings)
  return askThrough(new LambdaClient({ region }), names)
}

/** The commands that go on from here, for an environment. */
const nextCommands = (environment: string, isSending: boolean) => ({
  send: isSending ? null : 'the same command with --send',
  resume: `${typed} resume ${environment}`,
})

const program = newCommand(typed).description(
  'Sends past events, or how everyone is, to one webhook or queue',
)
const command = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .argument('<name>', 'the environment: a file in infra/environments')

command('events', 'Counts what was published in a span, and with --send sends it again')
  .requiredOption('--to <target>', 'webhook:<name>, or the ARN of a queue of aws.replayQueues')
  .requiredOption('--from <moment>', 'a date, or a moment: recorded no earlier')
  .requiredOption('--until <moment>', 'likewise: recorded before')
  .option('--types <list>', 'such as clocked-in,clocked-out; all where left out')
  .option('--employee <id>', 'one employee; everyone where left out')
  .option('--per-second <n>', 'so many events a second', wholeNumber(1, 1_000), 20)
  .option('--send', 'sends them; without it they are counted alone', false)
  .action((name: string, options: TypedReplay & { send: boolean }) =>
    orOneLine(async () => {
      const settings = settingsOf(name)
      const request = requestOf(options, settings.workday.timeZone)
      const ask = await askIn(settings)
      const gone = noLongerKept(request, settings.eventLogDays, Date.now())
      if (gone !== null) say(gone)
      await replay(request, nextCommands(name, options.send), ask, say)
    }),
  )
command('state', 'Counts the events that say how everyone is, and with --send sends them')
  .requiredOption('--to <target>', 'webhook:<name>, or the ARN of a queue of aws.replayQueues')
  .option('--per-second <n>', 'so many events a second', wholeNumber(1, 1_000), 20)
  .option('--send', 'sends them; without it they are counted alone', false)
  .action((name: string, options: Pick<TypedReplay, 'to' | 'perSecond'> & { send: boolean }) =>
    orOneLine(async () => {
      const { perSecond } = options
      const request = { to: targetOf(options.to), perSecond, snapshot: true } as const
      const settings = settingsOf(name)
      const ask = await askIn(settings)
      const lacking = untold(request.to, settings.webhooks)
      if (lacking !== null) say(lacking)
      await replay(request, nextCommands(name, options.send), ask, say)
    }),
  )
command('resume', 'Goes on with a replay that was broken off')
  .argument('<id>', 'which')
  .action((name: string, id: string) =>
    orOneLine(async () => {
      const look = uuidOf(id, 'a replay')
      const ask = await askIn(settingsOf(name))
      await goOn(await ask({ look }), ask, say)
    }),
  )
command('status', 'Says how far a replay is')
  .argument('<id>', 'which')
  .action((name: string, id: string) =>
    orOneLine(async () => {
      const look = uuidOf(id, 'a replay')
      const ask = await askIn(settingsOf(name))
      for (const line of statusLines(await ask({ look }))) process.stdout.write(`${line}\n`)
    }),
  )
await program.parseAsync()
