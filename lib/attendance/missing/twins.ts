import { isKnownBoundary } from '../absences/absence-times.ts'
import { epochMs } from '../moments.ts'
import type {
  KnownAbsence,
  KnownClocking,
  TrackedAbsence,
  TrackedClocking,
} from '../state/state.ts'

/** All that is known of a kind, by id. */
export type Tracked = Readonly<Record<string, TrackedClocking | TrackedAbsence>>

type Time = KnownClocking['start' | 'end'] | KnownAbsence['start' | 'end']

/** A moment or a date in one spelling. */
const placed = (time: Time): string => {
  if (time === null) return ''
  if (typeof time === 'string') return `${epochMs(time)}`
  return isKnownBoundary(time) ? time.date : JSON.stringify(time)
}

type Timed = { start: Time; end: Time }

const timesOf = ({ start, end }: Timed): string => `${placed(start)} ${placed(end)}`

/**
 * Whether a record that is known has the times of another one, as that is known or an answer shows it: as far as anyone
 * can tell, they may have the same content.
 * @param shown what an answer shows of the kind, in a form that can be read
 */
export const hasTwinIn = (
  known: Tracked,
  shown: readonly (Timed & { id: string })[] = [],
): ((id: string) => boolean) => {
  const ids = new Map<string, Set<string>>()
  const note = (id: string, timed: Timed): void => {
    const times = timesOf(timed)
    ids.set(times, (ids.get(times) ?? new Set()).add(id))
  }
  for (const [id, each] of Object.entries(known)) note(id, each.known)
  for (const each of shown) note(each.id, each)
  return (id) => {
    const each = known[id]
    return each !== undefined && (ids.get(timesOf(each.known))?.size ?? 0) > 1
  }
}
