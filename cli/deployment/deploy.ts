import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { contextOptions, type Deployment } from '../../infra/deployment.ts'
import { retainedResources } from '../../infra/retained-resources.ts'
import { OperatorError } from '../or-one-line.ts'
import { isStopped } from '../running/schedules.ts'
import type { Place } from './place.ts'
import { stackState } from './stack-state.ts'
import { type Survivors, survivorsOf } from './survivors.ts'

/** One run of the `cdk` command: its arguments, and what it is run for, in a line. */
export type CdkRun = { what: string; args: string[] }

/** What there is of an environment before a deployment. */
export type Before =
  | { stack: 'there'; isStopped: boolean }
  | { stack: 'absent'; survivors: Survivors }

const step = (
  what: string,
  command: string,
  stack: string,
  deployment: Deployment,
  options: readonly string[] = [],
): CdkRun => ({ what, args: [command, stack, ...contextOptions(deployment), ...options] })

const stoppedNote = (environment: string): string =>
  `It is stopped, and stays so: \`npm run resume -- ${environment}\` starts it`

/**
 * What a deployment runs. A stack that is new waits to be started, so that its secrets can be
 * filled first. It is made without guards, which would be in the way of a creation that fails;
 * what survived an earlier stack is adopted first.
 * @param options options of `cdk deploy`
 */
export const deploymentSteps = (
  { settings, names }: Pick<Place, 'settings' | 'names'>,
  before: Before,
  options: readonly string[],
): CdkRun[] => {
  const { stack } = names
  const note = stoppedNote(settings.name)
  if (before.stack === 'there') {
    const what = before.isStopped ? `Updating ${stack}. ${note}` : `Updating ${stack}`
    const deployment = { isStopped: before.isStopped, isGuarded: true }
    return [step(what, 'deploy', stack, deployment, options)]
  }
  const whole = { isStopped: true, isGuarded: true }
  if (Object.keys(before.survivors).length > 0) {
    const mapping = ['--resource-mapping-inline', JSON.stringify(before.survivors)]
    const adopted = Object.keys(before.survivors).join(', ')
    return [
      step(`Adopting what was retained: ${adopted}`, 'import', stack, whole, mapping),
      step(`Making the rest of ${stack}. ${note}`, 'deploy', stack, whole, options),
    ]
  }
  const making = step(
    `Making ${stack}. ${note}`,
    'deploy',
    stack,
    {
      isStopped: true,
      isGuarded: false,
    },
    options,
  )
  const guarding = step(`Guarding ${stack} against deletion`, 'deploy', stack, whole, options)
  return settings.aws.retainData ? [making, guarding] : [making]
}

/**
 * Looks at what there is of an environment.
 * @throws {OperatorError} where a deployment could not go on from there, saying what to do
 */
export const lookAtStack = async ({ settings, names, region }: Place): Promise<Before> => {
  const state = await stackState(new CloudFormationClient({ region }), names.stack)
  if (state === 'there')
    return {
      stack: 'there',
      isStopped: await isStopped(new SchedulerClient({ region }), names),
    }
  const survivors = await survivorsOf(retainedResources(settings), region)
  const adopted = Object.keys(survivors)
  if (state === 'unmade' && adopted.length > 0)
    throw new OperatorError(
      `${names.stack} is left of a deployment that failed, beside ${adopted.join(', ')}: delete it with \`aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${names.stack} && aws cloudformation delete-stack --stack-name ${names.stack}\`, then deploy again, which adopts them`,
    )
  return { stack: 'absent', survivors }
}
