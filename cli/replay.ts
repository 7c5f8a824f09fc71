import { LambdaClient } from '@aws-sdk/client-lambda'
import { environmentsFolder } from '../infra/environments.ts'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { placeOf } from './deployment/place.ts'
import { orOneLine } from './or-one-line.ts'
import { askThrough } from './replay/function.ts'
import { countLines, goOn, progressText, replay } from './replay/replaying.ts'
import { requestOf, type TypedReplay, targetOf } from './replay/request.ts'

const typed = 'npx node cli/replay.ts'
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const placeNamed = async (environment: string) => {
  const settings = knownEnvironment(environmentsFolder, environment)
  const { names, region } = await placeOf(settings)
  return { settings, ask: askThrough(new LambdaClient({ region }), names) }
}

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
      const { settings, ask } = await placeNamed(name)
      const request = requestOf(options, settings.workday.timeZone)
      const send = options.send ? null : 'the same command with --send'
      await replay(request, send, ask, say)
    }),
  )
command('state', 'Counts the events that say how everyone is, and with --send sends them')
  .requiredOption('--to <target>', 'webhook:<name>, or the ARN of a queue of aws.replayQueues')
  .option('--per-second <n>', 'so many events a second', wholeNumber(1, 1_000), 20)
  .option('--send', 'sends them; without it they are counted alone', false)
  .action((name: string, options: Pick<TypedReplay, 'to' | 'perSecond'> & { send: boolean }) =>
    orOneLine(async () => {
      const { ask } = await placeNamed(name)
      const { to, perSecond } = options
      const send = options.send ? null : 'the same command with --send'
      await replay({ to: targetOf(to), perSecond, snapshot: true }, send, ask, say)
    }),
  )
command('resume', 'Goes on with a replay that was broken off')
  .argument('<id>', 'which')
  .action((name: string, id: string) =>
    orOneLine(async () => {
      const { ask } = await placeNamed(name)
      await goOn(await ask({ look: id }), ask, say)
    }),
  )
command('status', 'Says how far a replay is')
  .argument('<id>', 'which')
  .action((name: string, id: string) =>
    orOneLine(async () => {
      const { ask } = await placeNamed(name)
      const progress = await ask({ look: id })
      for (const line of [progressText(progress), ...countLines(progress)])
        process.stdout.write(`${line}\n`)
    }),
  )
await program.parseAsync()
