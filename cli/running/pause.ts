import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { SchedulerClient } from '@aws-sdk/client-scheduler'
import type { Names } from '../../infra/names.ts'
import { checkDeployed, setSchedules } from './schedules.ts'
import { muteSilence } from './silence.ts'

/**
 * Stops everything that an environment does on a schedule, and the alarms on its silence.
 * @throws {OperatorError} where the environment is not deployed
 */
export const pause = async (
  clients: { scheduler: SchedulerClient; cloudWatch: CloudWatchClient },
  names: Names,
): Promise<void> => {
  await checkDeployed(clients.scheduler, names)
  await setSchedules(clients.scheduler, names, 'stopped')
  await muteSilence(clients.cloudWatch, names)
}
