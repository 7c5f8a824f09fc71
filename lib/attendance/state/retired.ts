import { overEverywhereAt } from '../absences/absence-times.ts'
import { lastMomentOf } from '../clockings/clocking-times.ts'
import { type EpochMs, epochMs, utc } from '../moments.ts'
import type { EmployeeState } from './state.ts'

/** What is kept of somebody whose state is gone, so that whoever returns goes on where they were. */
export type Retired = Pick<EmployeeState, 'employeeId' | 'sequence' | 'forgottenBefore'>

type Recorded = {
  /** Up to when things of the kind were forgotten. */
  forgotten: string | null
  /**
   * The last answer of who is at rest: what ended after all that is recorded, and by then, may have been entered since. Null
   * of who is asked about still.
   */
  answered: string | null
  /** When what is recorded and still known ended, or will have. */
  known: readonly EpochMs[]
  now: EpochMs
}

/** Up to when all is recorded that is told of one kind: of what is still to come, nobody can say. */
const recordedThrough = ({ forgotten, answered, known, now }: Recorded): string | null => {
  const past = known.map((end) => Math.min(end, now))
  const told = forgotten === null ? past : [epochMs(forgotten), ...past]
  if (answered === null) return told.length === 0 ? null : utc(Math.max(...told))
  return forgotten === null ? answered : utc(Math.min(Math.max(...told), epochMs(answered)))
}

const untilKept = ({ keptUntil }: { keptUntil: string | null }): EpochMs[] =>
  keptUntil === null ? [] : [epochMs(keptUntil)]

const endsOfClockings = ({ clockings }: EmployeeState): EpochMs[] =>
  Object.values(clockings).flatMap((each) => [lastMomentOf(each.known), ...untilKept(each)])

/** Of absences that have ended: of others, more is told of somebody who is back, perhaps by the clock of another zone. */
const endsOfAbsences = ({ absences }: EmployeeState): EpochMs[] =>
  Object.values(absences)
    .filter(({ phase }) => phase === 'ended')
    .flatMap((each) => [overEverywhereAt(each.known), ...untilKept(each)])

/**
 * What is kept of a state that is removed.
 * @param now by the clock of what is published
 */
export const retiredOf = (state: EmployeeState, now: EpochMs): Retired => {
  const { employeeId, sequence, restSince, unaskedSince, forgottenBefore } = state
  return {
    employeeId,
    sequence,
    forgottenBefore: {
      clockings: recordedThrough({
        forgotten: forgottenBefore.clockings,
        answered: restSince,
        known: endsOfClockings(state),
        now,
      }),
      absences: recordedThrough({
        forgotten: forgottenBefore.absences,
        answered: unaskedSince.absences ?? restSince,
        known: endsOfAbsences(state),
        now,
      }),
    },
  }
}
