import { timesMarkOf, timesOfMark } from '../../workforce/nameless.ts'
import type {
  KnownAbsence,
  KnownClocking,
  TrackedAbsence,
  TrackedClocking,
} from '../state/state.ts'
import { marksTakenBack } from './missing.ts'

/** All that is known of a kind, by id. */
export type Tracked = Readonly<Record<string, TrackedClocking | TrackedAbsence>>

/** What records with the same times have in common. */
const timesOf = (record: Timed): string =>
  timesMarkOf(record) ?? JSON.stringify([record.start, record.end])

type Timed = Pick<KnownClocking | KnownAbsence, 'start' | 'end'>

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

/**
 * Whether a record that is known may have the content of one without an id, whatever that was before: it has its times,
 * or those of another one, with which it may have been corrected since. So may one that an answer showed with times that
 * wait for a second one.
 * @param marks of the records without an id
 * @param shown what an answer shows of the kind, in a form that can be read
 */
export const mayReadAs = (
  known: Tracked,
  marks: readonly string[],
  shown: readonly (Timed & { id: string })[] = [],
): ((id: string) => boolean) => {
  const times = new Set(marks.map(timesOfMark))
  const hasTwin = hasTwinIn(known, shown)
  return (id) => {
    const each = known[id]
    if (each === undefined) return false
    return marksTakenBack(each).length > 0 || times.has(timesOf(each.known)) || hasTwin(id)
  }
}
