import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { Answers, Outage } from './ask-employees.ts'

/** Nothing that the API said about a shard is believed. */
export type ShardOutage = {
  kind: 'outage'
  reason: string
  /** Who was asked in vain. */
  tried: Record<Kind, readonly EmployeeState[]>
}

/** Who was asked in vain, where nobody was answered one kind of question. */
export const triedInVain = (answers: Answers<EmployeeState, unknown>): readonly EmployeeState[] =>
  answers.kind === 'outage' ? answers.tried : []

/** The outage of a shard of which neither clockings nor absences are known. */
export const outageOf = (
  { reason, tried: clockings }: Outage<EmployeeState>,
  absences: readonly EmployeeState[],
): ShardOutage => ({ kind: 'outage', reason, tried: { clockings, absences } })
