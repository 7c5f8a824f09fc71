import { sameJson } from '../attendance/changes.ts'
import { epochMs } from '../attendance/moments.ts'
import type { Recording } from '../attendance/outbox.ts'
import { baselined, joined, left, present } from '../attendance/roster.ts'
import type { RosterAnswer } from './list-employed.ts'
import { type Placed, placesFor } from './membership.ts'

/** Everyone whose state a believed answer changes. */
export const changesIn = (
  known: Placed[],
  answer: RosterAnswer,
  isGone: (id: string) => boolean,
  recording: Recording,
): Placed[] =>
  known.flatMap(({ shardId, state }) => {
    const employee = answer.employees.get(state.employeeId)
    if (employee !== undefined) {
      const next = present(state, employee, recording)
      return sameJson(next, state) ? [] : [{ shardId, state: next }]
    }
    const hasLeft = state.membership === 'member' && isGone(state.employeeId)
    return hasLeft ? [{ shardId, state: left(state, recording) }] : []
  })

/** Places for everyone new, with their first state: silent where it is the first roster. */
export const newcomersIn = (
  answer: RosterAnswer,
  places: Map<string, string[]>,
  baselineAt: string | null,
  recording: Recording,
  shardSize: number,
): Placed[] => {
  const placed = new Set([...places.values()].flat())
  const newcomers = [...answer.employees.values()].filter(({ id }) => !placed.has(id))
  const rooms = placesFor(newcomers.length, places, shardSize)
  return newcomers.flatMap((employee, index) => {
    const shardId = rooms[index]
    if (shardId === undefined) return []
    const state =
      baselineAt === null
        ? joined(employee, recording)
        : baselined(employee, { ...recording, now: epochMs(baselineAt) })
    return [{ shardId, state }]
  })
}
