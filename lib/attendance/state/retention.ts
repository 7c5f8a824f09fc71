import { day, type EpochMs, epochMs, hour } from '../moments.ts'
import type { EmployeeState } from './state.ts'
import { isOpen } from './who-is-in.ts'

/** As far as the API reaches back: what is recorded as open can be shown for so long at least. */
const longestOpen = 90 * day

/** Whether something was recorded as begun whose end was not: recorded anew, it would begin twice. */
export const isEndUnrecorded = ({ clockings, absences }: EmployeeState): boolean =>
  Object.values(clockings).some(isOpen) ||
  Object.values(absences).some(({ phase }) => phase === 'started')

/**
 * Until when the state of a leaver of whom no more is asked is kept, in case they are back; null
 * for everybody else. Who was given up was last answered about before they left, perhaps long
 * before: their time begins when they left.
 */
export const keptUntil = (state: EmployeeState, lookbackHours: number): EpochMs | null => {
  const { restSince, leftAt } = state
  if (restSince === null) return null
  const from = Math.max(epochMs(restSince), leftAt === null ? 0 : epochMs(leftAt))
  const usual = Math.max(7 * day, lookbackHours * hour + day)
  return from + usual + (isEndUnrecorded(state) ? longestOpen : 0)
}
