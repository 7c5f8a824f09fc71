import type { Shown } from '../../attendance/snapshot.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { ShardAnswers } from '../asking/ask-shard.ts'
import type { Standing } from '../asking/behind.ts'
import type { ShardOutcomes } from '../publishing/publish-shard-changes.ts'

/** An answer whose pages never agree is had again, but not before the others' first. */
const standingAfter = ({ isComplete, isInDoubt }: Shown<unknown>): Standing => {
  if (!isComplete) return 'held-up'
  return isInDoubt ? 'doubted' : 'done'
}

/** How each of those stands who were to be asked. */
export const standingsOf = (
  kind: Kind,
  toAsk: readonly EmployeeState[],
  shardAnswers: ShardAnswers,
  { outcomes }: ShardOutcomes,
): Map<string, Standing> => {
  const answers = shardAnswers[kind]
  if (answers.kind === 'outage') return new Map()
  const answered = new Map(
    shardAnswers.people.flatMap(({ state, snapshot }) => {
      const answer = snapshot[kind]
      return answer === null ? [] : [[state.employeeId, standingAfter(answer)] as const]
    }),
  )
  const failed = new Set(answers.failures.map(({ of }) => of.employeeId))
  const heldUp = new Set(answers.heldUp.map(({ employeeId }) => employeeId))
  return new Map(
    toAsk.map(({ employeeId }): [string, Standing] => {
      const outcome = outcomes.get(employeeId)
      if (failed.has(employeeId) || outcome === 'unsaved') return [employeeId, 'failed']
      if (heldUp.has(employeeId)) return [employeeId, 'held-up']
      const standing = outcome === 'saved' ? answered.get(employeeId) : undefined
      return [employeeId, standing ?? 'left']
    }),
  )
}

/** How many of those are left who were to be asked, by kind of question. */
export const leftOverIn = (
  standings: Record<Kind, ReadonlyMap<string, Standing>>,
): Record<Kind, number> => {
  const count = (kind: Kind): number =>
    [...standings[kind].values()].filter((each) => each === 'left' || each === 'held-up').length
  return { clockings: count('clockings'), absences: count('absences') }
}
