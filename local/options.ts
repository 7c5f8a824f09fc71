import type { Command, OptionValueSource } from 'commander'
import { checkedUrl } from '../lib/workforce/urls.ts'
import { webhooksOf } from './alerts/webhooks.ts'
import type { EnginesElsewhere } from './aws/start.ts'
import { type BuiltInOptions, type Flags, program } from './flags.ts'
import { endpointsOf, signingKeysOf } from './webhooks/endpoints.ts'

/** A Workforce API of one's own, instead of the built-in one. */
export type ApiOptions = {
  apiUrl: string
  authUrl: string
  clientId: string
  clientSecret: string
}

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
  /** Where events are posted, by the name of the endpoint. */
  webhooks: Record<string, string>
  /** What signs them, by the name of the endpoint. */
  signingKeys: Record<string, string>
  /** How long to run, in real seconds; null until it is ended. */
  runFor: number | null
}

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

/** The name before the sign that is in more than one of some `<name>=<value>` options. */
const namedTwice = (options: readonly string[]): string | undefined => {
  const names = options.map((text) => text.slice(0, text.indexOf('=')))
  return names.find((name, n) => names.indexOf(name) !== n)
}

/** Ends the process with one line where options contradict each other. */
const checkCombination = (command: Command, flags: Flags, secret: string | undefined): void => {
  const given = (name: string) => wasGiven(command.getOptionValueSource(name))
  const refuse = (problem: string) => command.error(`error: ${problem}`)
  if (webhooksOf(flags.slack) === null)
    refuse("option '--slack' must be <channel>=<url>, the url https (http only to this machine)")
  const endpoints = endpointsOf(flags.webhook)
  if (endpoints === null)
    refuse(
      "option '--webhook' must be <name>=<url>, the name of a-z, 0-9, _ and -, the url https (http only to this machine)",
    )
  const keys = signingKeysOf(flags.webhookSecret)
  if (keys === null)
    refuse("option '--webhook-secret' must be <name>=whsec_<24 to 64 bytes in Base64>")
  for (const [flag, options] of [
    ['--slack', flags.slack],
    ['--webhook', flags.webhook],
    ['--webhook-secret', flags.webhookSecret],
  ] as const) {
    const twice = namedTwice(options)
    if (twice !== undefined)
      refuse(`option '${flag}' is given twice for "${twice}": once is allowed`)
  }
  const unnamed = Object.keys(keys ?? {}).find((name) => !Object.hasOwn(endpoints ?? {}, name))
  if (unnamed !== undefined)
    refuse(`option '--webhook-secret' names "${unnamed}", which no '--webhook' does`)
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
    webhooks: endpointsOf(flags.webhook) ?? {},
    signingKeys: signingKeysOf(flags.webhookSecret) ?? {},
    runFor: flags.for ?? null,
  }
}
