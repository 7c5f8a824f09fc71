import { sinceOf } from '../../attendance/asked-since.ts'
import { day, epochMs, hour } from '../../attendance/moments.ts'
import type { GivenUp } from '../../attendance/settle.ts'
import type { Wait } from '../../publishing/gathering.ts'
import { storedBytes } from '../../store/packing.ts'
import type { Shard } from '../../store/shard-record.ts'
import { limits } from '../../workforce/contract/limits.ts'
import { ProblemError, type WorkforceError } from '../../workforce/errors.ts'
import type { ShardAnswers } from '../asking/ask-shard.ts'
import { isFailing } from '../asking/behind.ts'
import type { Answered } from '../asking/losses.ts'
import type { PollSettings } from '../poll.ts'
import { publishChanges, type SaveOutcome } from './publish-changes.ts'
import { deliverTogether, type SavingPorts, type UnsavedState } from './save-and-publish.ts'

/** What became of one employee's changes, whether or not no more is asked about them. */
export type EmployeeOutcome = Exclude<SaveOutcome, 'given up'>

/** What became of everyone's changes. */
export type ShardOutcomes = {
  outcomes: ReadonlyMap<string, EmployeeOutcome>
  unsaved: UnsavedState[]
  /** Leavers of whom no more is asked because the API does not answer. */
  givenUp: string[]
}

type Context = { shard: Shard; settings: PollSettings; delivery: SavingPorts; wait: Wait }

/**
 * Whether no more is to be asked about a leaver whose clockings cannot be had: where they are
 * refused, once the lookback is over, or, where absences are answered, what has started is; where
 * they fail otherwise, once the API reaches back no further than to their leaving.
 */
const givenUpOf = (
  { state, now }: Answered,
  error: WorkforceError | undefined,
  areAbsencesFailing: boolean,
  { shard, settings }: Context,
): GivenUp | null => {
  if (error === undefined || state.leftAt === null) return null
  const isRefused = error instanceof ProblemError && (error.status === 403 || error.status === 404)
  const gone = now - epochMs(state.leftAt)
  const isPastReach = gone >= limits.earliestFromDays * day
  if (!isPastReach && !(isRefused && gone >= settings.lookbackHours * hour)) return null
  const since = {
    clockings: sinceOf(state, shard, 'clockings'),
    absences: sinceOf(state, shard, 'absences'),
  }
  return { since, areAbsencesFollowed: !isPastReach && !areAbsencesFailing }
}

/** Whose absences could not be had when they were last asked for. */
const failingAbsences = (absences: ShardAnswers['absences'], { behind }: Shard) => {
  const { answers, failures } =
    absences.kind === 'answered' ? absences : { answers: [], failures: [] }
  const answered = new Set(answers.map(({ of }) => of.employeeId))
  const failed = new Set(failures.map(({ of }) => of.employeeId))
  return (id: string): boolean =>
    failed.has(id) || (!answered.has(id) && isFailing(behind.absences[id]))
}

const publishAnswered = (
  { state, snapshot, asked, now }: Answered,
  removal: ShardAnswers['removal'],
  givenUp: GivenUp | null,
  { shard, settings, delivery }: Context,
): Promise<SaveOutcome> => {
  const after = {
    clockings: state.seen ? sinceOf(state, shard, 'clockings') : state.baselineAt,
    absences: state.seen ? sinceOf(state, shard, 'absences') : state.baselineAt,
  }
  const { rules, lookbackHours, resting } = settings
  const usualWeeks = resting?.usualWeeks
  const how = { asked, now, after, rules, removal, lookbackHours, usualWeeks }
  const answering = { ...how, givenUp, bytesOf: storedBytes }
  return publishChanges(shard.shardId, state, snapshot, answering, delivery)
}

/**
 * Publishes the changes of everyone of a shard. Whose new state cannot be saved is noted, and holds
 * up nobody else.
 */
export const publishShardChanges = async (
  { people, removal, clockings, absences }: ShardAnswers,
  context: Context,
): Promise<ShardOutcomes> => {
  const unsaved: UnsavedState[] = []
  const refused = clockings.kind === 'answered' ? clockings.failures : []
  const errors = new Map(refused.map(({ of, error }) => [of.employeeId, error]))
  const areFailing = failingAbsences(absences, context.shard)
  const givenUp: string[] = []
  const outcomeOf = async (each: Answered, delivery: SavingPorts): Promise<EmployeeOutcome> => {
    const { employeeId } = each.state
    const error = errors.get(employeeId)
    const end = givenUpOf(each, error, areFailing(employeeId), context)
    try {
      const outcome = await publishAnswered(each, removal, end, { ...context, delivery })
      if (outcome !== 'given up') return outcome
      givenUp.push(employeeId)
      return 'saved'
    } catch (problem) {
      const name = problem instanceof Error ? problem.name : 'unknown'
      unsaved.push({ employeeId, problem: name })
      return 'unsaved'
    }
  }
  const together = deliverTogether(context.delivery, context.wait)
  const outcomes = await Promise.all(
    people.map((each) =>
      together(
        async (delivery) => [each.state.employeeId, await outcomeOf(each, delivery)] as const,
      ),
    ),
  )
  return { outcomes: new Map(outcomes), unsaved, givenUp }
}
