import type { Command, OptionValueSource } from 'commander'
import { checkedUrl } from '../lib/workforce/urls.ts'
import { webhooksOf } from './alerts/webhooks.ts'
import type { EnginesElsewhere } from './aws/start.ts'
import { newCommand } from './command-line.ts'
import { collected, positiveNumber, wholeNumber } from './option-values.ts'
import { portsTaken } from './ports.ts'

/** A Workforce API of one's own, instead of the built-in one. */
export type ApiOptions = {
  apiUrl: string
  authUrl: string
  clientId: string
  clientSecret: string
}

/** The built-in Workforce service. */
export type BuiltInOptions = { employees: number; seed: number; speed: number }

/** What the command line of a run decides; intervals in seconds. */
export type RunOptions = {
  source: ({ kind: 'api' } & ApiOptions) | ({ kind: 'built-in' } & BuiltInOptions)
  settingsFile: string | null
  every: number | null
  absencesEvery: number | null
  rosterEvery: number | null
  removalAfter: number | null
  dataFolder: string | null
  engines: EnginesElsewhere
  /** The first of the ports that the run listens on; null for any that are free. */
  firstPort: number | null
  json: boolean
  verbose: boolean
  /** Webhooks to which Slack messages go instead of being shown, by channel. */
  slack: Record<string, string>
  /** How long to run, in real seconds; null until it is ended. */
  runFor: number | null
}

type Flags = BuiltInOptions & {
  settings?: string
  api?: string
  auth?: string
  clientId?: string
  clientSecret?: string
  every?: number
  absencesEvery?: number
  rosterEvery?: number
  removalAfter?: number
  data?: string
  dynamodb?: string
  messaging?: string
  ports?: number
  json: boolean
  verbose: boolean
  slack: string[]
  for?: number
}

const maxSeconds = 86_400

const examples = `
Examples:
  $ npm start
      a simulated organisation of 40, its clock 60 times as fast as yours
  $ npm start -- --employees 200 --speed 10 --data .data/demo
      a larger one that continues where it was ended
  $ WORKFORCE_CLIENT_SECRET=… npm start -- --api https://api.example.com \\
      --auth https://auth.example.com --client-id 0b1f2c9e --every 30
      your own organisation, asked every 30 seconds
  $ npm start -- --ports 4010
      the same addresses every time, for a consumer that you develop
  $ npm start --silent -- --json | jq -r .type
      the events as they are published`

const asking = `
While it runs, type a letter and Enter:
  r   a roll call of everyone who is in, to rollCall's destinations and here
  t   a test message to every channel and audience`

const program = (): Command =>
  newCommand('npm start')
    .description('Polls a Workforce API and shows the attendance events that are published.')
    .option('--settings <file>', 'the settings of an environment, as it would be deployed')
    .option('--api <url>', 'poll this Workforce API in real time, not the built-in one')
    .option('--auth <url>', 'where its tokens are issued (default: at the --api)')
    .option('--client-id <id>', 'the client id for --api')
    .option('--client-secret <secret>', 'its secret (better: WORKFORCE_CLIENT_SECRET)')
    .option('--every <seconds>', 'how often clockings are asked for', positiveNumber(maxSeconds))
    .option(
      '--absences-every <seconds>',
      'how often absences are (in proportion to --every)',
      positiveNumber(maxSeconds),
    )
    .option(
      '--roster-every <seconds>',
      'how often the roster is (likewise)',
      positiveNumber(maxSeconds),
    )
    .option(
      '--removal-after <seconds>',
      'how long something must be missing to count as removed',
      positiveNumber(maxSeconds),
    )
    .option('--speed <factor>', 'how fast the built-in clock runs', positiveNumber(maxSeconds), 60)
    .option('--employees <number>', 'how many people it begins with', wholeNumber(0, 10_000), 40)
    .option(
      '--seed <number>',
      'decides the people and their days',
      wholeNumber(0, 4_294_967_295),
      1,
    )
    .option('--data <folder>', 'keep state there, and continue from it')
    .option('--dynamodb <url>', 'keep tables in this DynamoDB, not in the embedded one')
    .option('--messaging <url>', 'use the SNS and SQS at this address (likewise)')
    .option(
      '--ports <first>',
      'listen on this port and the next three (default: any that are free)',
      wholeNumber(1, 65_536 - portsTaken),
    )
    .option('--json', 'events on stdout, one line each as published; all else on stderr', false)
    .option('--slack <channel=url>', 'post the messages of a channel to a webhook', collected, [])
    .option('--for <seconds>', 'end after so many real seconds', positiveNumber(31_536_000))
    .option('--verbose', "show the functions' whole log on stderr", false)
    .addHelpText('after', examples)
    .addHelpText('after', asking)

const wasGiven = (source: OptionValueSource | undefined): boolean => source === 'cli'

/** What is wrong with an address, which is not repeated: it may hold a password. */
const urlProblem = (name: string, address: string): string | null => {
  try {
    checkedUrl(name, address)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'not usable'
  }
}

/** Ends the process with one line where options contradict each other. */
const checkCombination = (command: Command, flags: Flags, secret: string | undefined): void => {
  const given = (name: string) => wasGiven(command.getOptionValueSource(name))
  const refuse = (problem: string) => command.error(`error: ${problem}`)
  if (webhooksOf(flags.slack) === null)
    refuse("option '--slack' must be <channel>=<url>, the url https (http only to this machine)")
  for (const name of ['dynamodb', 'messaging'] as const) {
    const address = flags[name]
    const problem = address === undefined ? null : urlProblem(`--${name}`, address)
    if (problem !== null) refuse(problem)
  }
  if (flags.api === undefined) {
    for (const [name, flag] of [
      ['auth', '--auth'],
      ['clientId', '--client-id'],
      ['clientSecret', '--client-secret'],
    ] as const)
      if (given(name)) refuse(`option '${flag}' is only allowed together with '--api'`)
    return
  }
  for (const name of ['api', 'auth'] as const) {
    const problem = urlProblem(`--${name}`, flags[name] ?? flags.api)
    if (problem !== null) refuse(problem)
  }
  for (const name of ['speed', 'employees', 'seed'])
    if (given(name))
      refuse(`option '--${name}' is for the built-in service, not allowed with '--api'`)
  if (!flags.clientId) refuse("option '--api' needs '--client-id <id>'")
  if (!secret) refuse("option '--api' needs the secret in WORKFORCE_CLIENT_SECRET")
}

const sourceOf = (flags: Flags, secret: string | undefined): RunOptions['source'] => {
  const { api, auth = api, clientId, employees, seed, speed } = flags
  if (api === undefined || auth === undefined || clientId === undefined || secret === undefined)
    return { kind: 'built-in', employees, seed, speed }
  return { kind: 'api', apiUrl: api, authUrl: auth, clientId, clientSecret: secret }
}

/**
 * Reads the command line; prints help, or one line about a bad option, and ends the process
 * (exit code 1 for a bad option).
 */
export const readRunOptions = (argv: string[], environment: NodeJS.ProcessEnv): RunOptions => {
  const command = program().parse(argv)
  const flags = command.opts<Flags>()
  const secret = flags.clientSecret ?? environment['WORKFORCE_CLIENT_SECRET']
  checkCombination(command, flags, secret)
  return {
    source: sourceOf(flags, secret),
    settingsFile: flags.settings ?? null,
    every: flags.every ?? null,
    absencesEvery: flags.absencesEvery ?? null,
    rosterEvery: flags.rosterEvery ?? null,
    removalAfter: flags.removalAfter ?? null,
    dataFolder: flags.data ?? null,
    engines: { dynamoDb: flags.dynamodb ?? null, messaging: flags.messaging ?? null },
    firstPort: flags.ports ?? null,
    json: flags.json,
    verbose: flags.verbose,
    slack: webhooksOf(flags.slack) ?? {},
    runFor: flags.for ?? null,
  }
}
