import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { SchedulerClient } from '@aws-sdk/client-scheduler'
import type { Names } from '../../infra/names.ts'
import { OperatorError } from '../or-one-line.ts'
import { setSchedules } from './schedules.ts'
import { muteSilence } from './silence.ts'

/**
 * Stops everything that an environment does on a schedule, and the alarms on its silence.
 * @throws {OperatorError} where the environment is not deployed
 */
export const pause = async (
  clients: { scheduler: SchedulerClient; cloudWatch: CloudWatchClient },
  names: Names,
): Promise<void> => {
  const stopped = await setSchedules(clients.scheduler, names, 'stopped')
  if (stopped.length === 0) throw new OperatorError(`${names.stack} is not deployed`)
  await muteSilence(clients.cloudWatch, names)
}
