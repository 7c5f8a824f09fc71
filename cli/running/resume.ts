import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda'
import type { SchedulerClient } from '@aws-sdk/client-scheduler'
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { Names } from '../../infra/names.ts'
import type { EpochMs } from '../../lib/attendance/moments.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { OperatorError } from '../or-one-line.ts'
import { emptySecrets } from './filled-secrets.ts'
import { checkDeployed, setSchedules } from './schedules.ts'
import { isFeedFresh, judgeAnew, unmuteSilence } from './silence.ts'

export type Clients = {
  scheduler: SchedulerClient
  cloudWatch: CloudWatchClient
  lambda: LambdaClient
  secrets: SecretsManagerClient
}

/** How an operator waits: what is said, what time it is, and how often is looked, with a wait between. */
export type Patience = {
  say: (line: string) => void
  now: () => EpochMs
  wait: () => Promise<void>
  looks: number
}

/** Asks for the roster now: its schedule may come only in an hour. */
const askForRoster = async (lambda: LambdaClient, names: Names): Promise<void> => {
  const FunctionName = names.live('refresh-roster')
  const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName }))
  if (FunctionError !== undefined)
    throw new OperatorError(
      `${FunctionName} fails: \`aws logs tail ${names.logGroup('refresh-roster')} --since 10m\` has its error; see docs/operations.md#alarm-function-errors`,
    )
}

const isHeardInTime = async (
  cloudWatch: CloudWatchClient,
  names: Names,
  since: EpochMs,
  { wait, now, looks }: Patience,
): Promise<boolean> => {
  for (let look = 1; look < looks; look += 1) {
    if (await isFeedFresh(cloudWatch, names, since, now())) return true
    await wait()
  }
  return isFeedFresh(cloudWatch, names, since, now())
}

/**
 * Starts an environment that was stopped, or never started, and waits until its feed is heard
 * after that.
 * @throws {OperatorError} where a secret has no value, the environment is not deployed, or it
 * stays silent; in that case the alarms tell it, too
 */
export const resume = async (
  { scheduler, cloudWatch, lambda, secrets }: Clients,
  names: Names,
  settings: Pick<Settings, 'slack' | 'webhooks'>,
  patience: Patience,
): Promise<void> => {
  await checkDeployed(scheduler, names)
  const empty = await emptySecrets(secrets, names, settings)
  if (empty.length > 0)
    throw new OperatorError(
      `${empty.join(' and ')}: no value yet, so nothing was started; see docs/operations.md#fill-the-secret`,
    )
  await unmuteSilence(cloudWatch, names)
  await setSchedules(scheduler, names, 'started')
  const since = patience.now()
  patience.say(`${names.stack} is started. Waiting for its feed`)
  let isHeard = false
  try {
    await askForRoster(lambda, names)
    isHeard = await isHeardInTime(cloudWatch, names, since, patience)
  } finally {
    if (!isHeard) await judgeAnew(cloudWatch, names)
  }
  if (!isHeard)
    throw new OperatorError(
      `${names.stack} is silent still: see docs/operations.md#alarm-feed-stale`,
    )
  patience.say('Its feed is fresh')
}
