import {
  GetScheduleCommand,
  paginateListSchedules,
  ResourceNotFoundException,
  type SchedulerClient,
  ScheduleState,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler'
import type { Names } from '../../infra/names.ts'
import { OperatorError } from '../or-one-line.ts'

/** The schedule that decides whether an environment is stopped: nothing is polled without it. */
const deciding = (names: Names): string => names.named('dispatch-polls')

/** Whether each schedule is started, by name; none where their group does not exist. */
const allOf = async (scheduler: SchedulerClient, names: Names): Promise<Map<string, boolean>> => {
  const all = new Map<string, boolean>()
  try {
    for await (const { Schedules = [] } of paginateListSchedules(
      { client: scheduler },
      { GroupName: names.stack },
    ))
      for (const { Name, State } of Schedules)
        if (Name !== undefined) all.set(Name, State === ScheduleState.ENABLED)
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
  }
  return all
}

/**
 * Whether an operator stopped an environment, or it was never started. Where the schedule that
 * decides is missing, the others tell a stack that was never made whole from one that lost it.
 */
export const isStopped = async (scheduler: SchedulerClient, names: Names): Promise<boolean> => {
  try {
    const { State } = await scheduler.send(
      new GetScheduleCommand({ GroupName: names.stack, Name: deciding(names) }),
    )
    return State === ScheduleState.DISABLED
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error
    return ![...(await allOf(scheduler, names)).values()].includes(true)
  }
}

/** @throws {OperatorError} where an environment is not deployed */
export const checkDeployed = async (scheduler: SchedulerClient, names: Names): Promise<void> => {
  if ((await allOf(scheduler, names)).size === 0)
    throw new OperatorError(
      `${names.stack} is not deployed; see docs/operations.md#deploy-from-nothing`,
    )
}

/** An update replaces a schedule, so everything else about it is handed over again. */
const change = async (
  scheduler: SchedulerClient,
  { stack: GroupName }: Names,
  Name: string,
  State: ScheduleState,
): Promise<void> => {
  const schedule = await scheduler.send(new GetScheduleCommand({ GroupName, Name }))
  if (schedule.State === State) return
  const { ScheduleExpression, Target, FlexibleTimeWindow } = schedule
  const required = { GroupName, Name, ScheduleExpression, Target, FlexibleTimeWindow }
  await scheduler.send(new UpdateScheduleCommand({ ...schedule, ...required, State }))
}

/**
 * Stops or starts everything that an environment does on a schedule. The one that decides is
 * stopped first and started last, so that what was broken off half way is seen as stopped.
 */
export const setSchedules = async (
  scheduler: SchedulerClient,
  names: Names,
  to: 'stopped' | 'started',
): Promise<void> => {
  const all = [...(await allOf(scheduler, names)).keys()].toSorted()
  const first = all.filter((name) => name === deciding(names))
  const others = all.filter((name) => name !== deciding(names))
  const isStop = to === 'stopped'
  for (const name of isStop ? [...first, ...others] : [...others, ...first])
    await change(scheduler, names, name, isStop ? ScheduleState.DISABLED : ScheduleState.ENABLED)
}
