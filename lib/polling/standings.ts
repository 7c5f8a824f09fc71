import type { EmployeeState, Kind } from '../attendance/state.ts'
import type { ShardAnswers } from './ask-shard.ts'
import type { Standing } from './behind.ts'
import type { EmployeeFailure } from './poll-report.ts'
import type { ShardTellings } from './tell-shard.ts'

/** How each of those stands who were to be asked. */
export const standingsOf = (
  toAsk: readonly EmployeeState[],
  answers: ShardAnswers[Kind],
  { tellings }: ShardTellings,
): Map<string, Standing> => {
  if (answers.kind === 'outage') return new Map()
  const done = new Map(
    answers.answers.map(({ of, answer }) => [of.employeeId, answer.shown.isComplete]),
  )
  const failed = new Set(answers.failures.map(({ of }) => of.employeeId))
  return new Map(
    toAsk.map(({ employeeId }): [string, Standing] => {
      const telling = tellings.get(employeeId)
      if (failed.has(employeeId) || telling === 'unsaved') return [employeeId, 'failed']
      const isDone = done.get(employeeId) === true && telling === 'told'
      return [employeeId, isDone ? 'done' : 'left']
    }),
  )
}

/** Who could not be asked one kind of question, and why. */
export const failuresIn = (answers: ShardAnswers[Kind]): EmployeeFailure[] =>
  answers.kind === 'outage'
    ? []
    : answers.failures.map(({ of, error }) => ({ employeeId: of.employeeId, error }))
