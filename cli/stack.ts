import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'
import { environmentsFolder } from '../infra/environments.ts'
import { namesOf } from '../infra/names.ts'
import { newCommand } from '../local/command-line.ts'
import { callerAccount, checkAccount, checkBootstrap } from './deployment/access.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { runCdk } from './deployment/run-cdk.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'

/** The region of the settings, else of the credentials. */
const regionFor = async (wanted: string | undefined): Promise<string> => {
  if (wanted !== undefined) return wanted
  try {
    return await new STSClient().config.region()
  } catch {
    throw new OperatorError('There is no AWS region: set aws.region in the settings, or AWS_REGION')
  }
}

/** Checks what a newcomer may lack, then leaves the rest to the CDK. */
const onStack = async (command: string, name: string, options: string[]): Promise<void> => {
  const settings = knownEnvironment(environmentsFolder, name)
  const region = await regionFor(settings.aws.region)
  const account = await callerAccount(new STSClient({ region }))
  checkAccount(name, settings.aws.account, account)
  await checkBootstrap(new SSMClient({ region }), account, region)
  const args = [command, namesOf(settings.name).stack, ...options]
  process.exitCode = await runCdk(args, { AWS_REGION: region })
}

const program = newCommand('stack').description('Deploys, compares or destroys an environment')
for (const [command, description] of [
  ['deploy', 'Creates or updates the stack of an environment'],
  ['diff', 'Shows what a deployment would change'],
  ['destroy', 'Deletes the stack of an environment'],
] as const)
  program
    .command(command)
    .description(description)
    .argument('<name>', 'the environment: a file in infra/environments')
    .argument('[options...]', "options of the CDK's own command, after --")
    .action((name: string, options: string[]) => orOneLine(() => onStack(command, name, options)))
await program.parseAsync()
