import type { Command } from 'commander'
import { newCommand } from './command-line.ts'
import { collected, positiveNumber, wholeNumber } from './option-values.ts'
import { portsTaken } from './ports.ts'

/** The built-in Workforce service. */
export type BuiltInOptions = { employees: number; seed: number; speed: number }

/** What may be given, each as it was read. */
export type Flags = BuiltInOptions & {
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
  webhook: string[]
  webhookSecret: string[]
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
  $ npm start -- --webhook payroll=http://localhost:8080/events
      the events posted to a receiver that you develop
  $ npm start --silent -- --json | jq -r .type
      the events as they are published`

const asking = `
While it runs, type a letter and Enter:
  r   a roll call of everyone who is in, to rollCall's destinations and here
  t   a test message to every channel and audience`

/** The command of a run, with its help. */
export const program = (): Command =>
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
      `listen on this port and the next ${portsTaken - 1} (default: any that are free)`,
      wholeNumber(1, 65_536 - portsTaken),
    )
    .option('--json', 'events on stdout, one line each as published; all else on stderr', false)
    .option('--slack <channel=url>', 'post the messages of a channel to a webhook', collected, [])
    .option('--webhook <name=url>', 'post events, signed, to an endpoint', collected, [])
    .option(
      '--webhook-secret <name=whsec_…>',
      'what signs them (default: a new key, shown at the start)',
      collected,
      [],
    )
    .option('--for <seconds>', 'end after so many real seconds', positiveNumber(31_536_000))
    .option('--verbose', "show the functions' whole log on stderr", false)
    .addHelpText('after', examples)
    .addHelpText('after', asking)
