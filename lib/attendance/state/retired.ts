import { lastMomentOf } from '../clockings/clocking-times.ts'
import { type EpochMs, epochMs, utc } from '../moments.ts'
import type { EmployeeState } from './state.ts'

/** What is kept of somebody whose state is gone, so that whoever returns goes on where they were. */
export type Retired = Pick<EmployeeState, 'employeeId' | 'sequence' | 'forgottenBefore'>

/**
 * Up to when all is recorded that is told of their clockings: the last of those that are known. What ended after it, and by the
 * last answer, may have been synced since.
 */
const recordedThrough = ({
  clockings,
  forgottenBefore,
  restSince,
}: EmployeeState): string | null => {
  if (restSince === null || forgottenBefore.clockings === null)
    return restSince ?? forgottenBefore.clockings
  const known = Object.values(clockings).flatMap(({ known, keptUntil }): EpochMs[] => [
    lastMomentOf(known),
    ...(keptUntil === null ? [] : [epochMs(keptUntil)]),
  ])
  const last = Math.max(epochMs(forgottenBefore.clockings), ...known)
  return utc(Math.min(last, epochMs(restSince)))
}

/** What is kept of a state that is removed. */
export const retiredOf = (state: EmployeeState): Retired => {
  const { employeeId, sequence, restSince, unaskedSince, forgottenBefore } = state
  return {
    employeeId,
    sequence,
    forgottenBefore: {
      clockings: recordedThrough(state),
      absences: unaskedSince.absences ?? restSince ?? forgottenBefore.absences,
    },
  }
}
