import type { ClockingBreak } from '../../workforce/contract/clocking.ts'
import { type Change, changedFields, sameJson } from '../changes.ts'
import { sameMoment } from '../moments.ts'
import type { KnownClocking } from '../state/state.ts'

const breakChanges = (before: ClockingBreak[], after: ClockingBreak[]): Change[] =>
  before.flatMap((earlier): Change[] => {
    const later = after.find((each) => each.id === earlier.id)
    const field = `breaks.${earlier.id}`
    if (later === undefined) return [{ field, before: earlier, after: null }]
    return (['start', 'end'] as const)
      .filter((edge) => !sameMoment(earlier[edge], later[edge]))
      .map((edge) => ({ field: `${field}.${edge}`, before: earlier[edge], after: later[edge] }))
  })

const sameField = (field: string, a: unknown, b: unknown): boolean =>
  (field === 'start' || field === 'end') && typeof a === 'string' && typeof b === 'string'
    ? sameMoment(a, b)
    : sameJson(a, b)

/**
 * What was corrected of a clocking, once the ends that appeared and the breaks that began
 * have been recorded: an end taken back, another start, a break that is gone, and so on.
 */
export const clockingAmendments = (recorded: KnownClocking, current: KnownClocking): Change[] => {
  const { breaks: earlier, endTimeZone: zoneBefore, ...before } = recorded
  const { breaks: later, endTimeZone: zoneAfter, ...after } = current
  // The zone that an open clocking will end in is anyone's guess until it ends.
  const bothEnded = recorded.end !== null && current.end !== null
  return [
    ...changedFields(
      { ...before, ...(bothEnded && { endTimeZone: zoneBefore }) },
      { ...after, ...(bothEnded && { endTimeZone: zoneAfter }) },
      sameField,
    ),
    ...breakChanges(earlier, later),
  ]
}

/**
 * Whether what is recorded after a change must not have the ids of what was recorded before it: because
 * something that was recorded as an event of its own is taken back, or because the clocking lies at
 * another time, where it may have been before, long ago.
 */
export const needsNewIds = ({ field, after }: Change): boolean =>
  field === 'start' || (after === null && (field === 'end' || field.startsWith('breaks.')))
