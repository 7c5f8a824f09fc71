import pLimit from 'p-limit'
import { day, type EpochMs, epochMs, hour } from '../attendance/moments.ts'
import type { EmployeeState } from '../attendance/state.ts'
import { storedBytes } from '../store/packing.ts'
import type { Shard } from '../store/shard-record.ts'
import { limits } from '../workforce/contract/limits.ts'
import { ProblemError, type WorkforceError } from '../workforce/errors.ts'
import type { Answered, ShardAnswers } from './ask-shard.ts'
import { sinceOf } from './behind.ts'
import type { DeliveryPorts } from './deliver.ts'
import type { UnsavedState } from './poll-report.ts'
import type { PollSettings } from './poll-shard.ts'
import { type Telling, tellEmployee } from './tell-employee.ts'

/** How many employees are saved and published at once. */
export const tellingConcurrency = 16

/** What became of telling everyone's changes. */
export type ShardTellings = {
  tellings: ReadonlyMap<string, Telling>
  unsaved: UnsavedState[]
  /** Leavers of whom no more is asked because the API does not answer. */
  givenUp: string[]
}

type Context = { shard: Shard; settings: PollSettings; delivery: DeliveryPorts }

/**
 * Whether no more is asked about a leaver who cannot be asked: refused, once the lookback is
 * over; failing otherwise, once the API reaches back no further than to their leaving.
 */
const isGivenUp = (
  { leftAt }: EmployeeState,
  error: WorkforceError,
  now: EpochMs,
  { lookbackHours }: PollSettings,
): boolean => {
  const isRefused = error instanceof ProblemError && (error.status === 403 || error.status === 404)
  const patience = isRefused ? lookbackHours * hour : limits.earliestFromDays * day
  return leftAt !== null && now >= epochMs(leftAt) + patience
}

const tell = (
  { state, snapshot, asked, now }: Answered,
  removal: ShardAnswers['removal'],
  givenUpSince: string | null,
  { shard, settings, delivery }: Context,
): Promise<Telling> => {
  const after = {
    clockings: state.seen ? sinceOf(state, shard, 'clockings') : state.baselineAt,
    absences: state.seen ? sinceOf(state, shard, 'absences') : state.baselineAt,
  }
  const { rules, lookbackHours } = settings
  const how = { asked, now, after, rules, removal, lookbackHours }
  const answering = { ...how, givenUpSince, bytesOf: storedBytes }
  return tellEmployee(shard.shardId, state, snapshot, answering, delivery)
}

/**
 * Tells the changes of everyone of a shard. Whose new state cannot be saved is noted, and holds
 * up nobody else.
 */
export const tellShard = async (
  { people, removal, clockings }: ShardAnswers,
  context: Context,
): Promise<ShardTellings> => {
  const unsaved: UnsavedState[] = []
  const errors = new Map(clockings.failures.map(({ of, error }) => [of.employeeId, error]))
  const givenUp: string[] = []
  const limit = pLimit(tellingConcurrency)
  const tellings = await limit.map(people, async (each): Promise<[string, Telling]> => {
    const { employeeId } = each.state
    const error = errors.get(employeeId)
    const since =
      error !== undefined && isGivenUp(each.state, error, each.now, context.settings)
        ? sinceOf(each.state, context.shard, 'clockings')
        : null
    try {
      const telling = await tell(each, removal, since, context)
      if (since !== null && telling === 'told') givenUp.push(employeeId)
      return [employeeId, telling]
    } catch (problem) {
      const name = problem instanceof Error ? problem.name : 'unknown'
      unsaved.push({ employeeId, problem: name })
      return [employeeId, 'unsaved']
    }
  })
  return { tellings: new Map(tellings), unsaved, givenUp }
}
