import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { orOneLine } from './or-one-line.ts'
import { placeNamed } from './replay/place.ts'
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

/** The commands that go on from here, for an environment or a run. */
const nextCommands = (environment: string, isSending: boolean) => ({
  send: isSending ? null : 'the same command with --send',
  resume: `${typed} resume ${environment}`,
})

const connected = async (name: string) => (await placeNamed(name)).connect()

const program = newCommand(typed).description(
  'Sends past events, or how everyone is, to one webhook or queue',
)
const command = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .argument(
      '<name>',
      'the environment, a file in infra/environments; or where a run on this machine takes replays',
    )

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
      const place = await placeNamed(name)
      const request = requestOf(options, place.timeZone)
      const ask = await place.connect()
      const gone = noLongerKept(request, place.eventLogDays, place.now)
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
      const place = await placeNamed(name)
      const ask = await place.connect()
      const lacking = untold(request.to, place.webhooks)
      if (lacking !== null) say(lacking)
      await replay(request, nextCommands(name, options.send), ask, say)
    }),
  )
command('resume', 'Goes on with a replay that was broken off')
  .argument('<id>', 'which')
  .action((name: string, id: string) =>
    orOneLine(async () => {
      const look = uuidOf(id, 'a replay')
      const ask = await connected(name)
      await goOn(await ask({ look }), ask, say)
    }),
  )
command('status', 'Says how far a replay is')
  .argument('<id>', 'which')
  .action((name: string, id: string) =>
    orOneLine(async () => {
      const look = uuidOf(id, 'a replay')
      const ask = await connected(name)
      for (const line of statusLines(await ask({ look }))) process.stdout.write(`${line}\n`)
    }),
  )
await program.parseAsync()
