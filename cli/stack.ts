import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { contextOptions, warnedOptions } from '../infra/deployment.ts'
import { environmentsFolder, readEnvironments } from '../infra/environments.ts'
import { namesOf } from '../infra/names.ts'
import { warningsOf } from '../infra/warnings.ts'
import type { Settings } from '../lib/settings/settings.ts'
import { newCommand } from '../local/command-line.ts'
import { count } from '../local/terminal/wording.ts'
import { checkSettings } from './deployment/check-settings.ts'
import { deploymentSteps, lookAtStack } from './deployment/deploy.ts'
import { deployableEnvironment, knownEnvironment } from './deployment/known-environment.ts'
import { checkPrepared, type Place, placeOf } from './deployment/place.ts'
import { runCdk } from './deployment/run-cdk.ts'
import { orOneLine } from './or-one-line.ts'
import { isStopped } from './running/schedules.ts'

/** Checks what a newcomer may lack, then leaves the rest to the CDK. */
const preparedPlace = async (settings: Settings): Promise<Place> => {
  checkSettings({ usable: [settings], unusable: [] })
  const place = await placeOf(settings)
  await checkPrepared(place)
  return place
}

const cdk = ({ region }: Place, args: readonly string[]): Promise<number> =>
  runCdk(args, { AWS_REGION: region })

/** Runs step by step, until one fails. */
const deploy = async (name: string, options: string[]): Promise<void> => {
  const place = await preparedPlace(deployableEnvironment(environmentsFolder, name))
  for (const { what, args } of deploymentSteps(place, await lookAtStack(place), options)) {
    process.stderr.write(`${what}\n`)
    const code = await cdk(place, args)
    if (code === 0) continue
    process.exitCode = code
    return
  }
}

/** Compares with what a deployment would make, which leaves a stopped environment stopped. */
const diff = async (name: string, options: string[]): Promise<void> => {
  const place = await preparedPlace(knownEnvironment(environmentsFolder, name))
  const { names, region } = place
  const deployment = {
    isStopped: await isStopped(new SchedulerClient({ region }), names),
    isGuarded: true,
  }
  const args = ['diff', names.stack, ...contextOptions(deployment), ...options]
  process.exitCode = await cdk(place, args)
}

const destroy = async (name: string, options: string[]): Promise<void> => {
  const place = await preparedPlace(knownEnvironment(environmentsFolder, name))
  process.exitCode = await cdk(place, ['destroy', place.names.stack, ...options])
}

/** Makes the templates of one environment, or of all; needs no access to AWS. */
const synth = async (name: string | undefined, options: string[]): Promise<void> => {
  const read =
    name === undefined
      ? readEnvironments(environmentsFolder)
      : { usable: [knownEnvironment(environmentsFolder, name)], unusable: [] }
  checkSettings(read)
  // By name, or the CDK asks at the end which one to display.
  const stacks = read.usable.map((settings) => namesOf(settings.name).stack)
  process.exitCode = await runCdk(['synth', ...stacks, '--quiet', ...warnedOptions, ...options], {})
  if (process.exitCode !== 0) return
  // They come last, since the CDK has much to say before.
  const warnings = read.usable.flatMap((settings) =>
    warningsOf(settings).map(({ text }) => `warning: ${settings.name}.json: ${text}\n`),
  )
  const files = read.usable.map((settings) => `${settings.name}.json`).join(', ')
  process.stderr.write(
    `${warnings.join('')}Checked ${files}: ${count(warnings.length, 'warning')}\n`,
  )
}

const environment = 'the environment: a file in infra/environments'
const cdkOptions = (command: string): [string, string] => [
  '[cdk-option...]',
  `for \`cdk ${command}\` itself, after another --, such as -- --verbose`,
]

const program = newCommand('npm run').description('Deploys, compares or destroys an environment')
program
  .command('synth')
  .description('Checks settings, and makes the templates of an environment; needs no AWS account')
  .argument('[name]', `${environment} (default: every one)`)
  .argument(...cdkOptions('synth'))
  .action((name: string | undefined, options: string[]) => orOneLine(() => synth(name, options)))
for (const [command, description, run] of [
  ['deploy', 'Creates or updates the stack of an environment', deploy],
  ['diff', 'Shows what a deployment would change', diff],
  ['destroy', 'Deletes the stack of an environment', destroy],
] as const)
  program
    .command(command)
    .description(description)
    .argument('<name>', environment)
    .argument(...cdkOptions(command))
    .action((name: string, options: string[]) => orOneLine(() => run(name, options)))
await program.parseAsync()
