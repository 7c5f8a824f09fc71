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

const timesOf = ({ known: { start, end } }: Tracked[string]): string =>
  `${placed(start)} ${placed(end)}`

/**
 * Whether a record that is known has the times of another one: as far as anyone remembers, they may have the same
 * content.
 */
export const hasTwinIn = (known: Tracked): ((id: string) => boolean) => {
  const counts = new Map<string, number>()
  for (const each of Object.values(known)) {
    const times = timesOf(each)
    counts.set(times, (counts.get(times) ?? 0) + 1)
  }
  return (id) => {
    const each = known[id]
    return each !== undefined && (counts.get(timesOf(each)) ?? 0) > 1
  }
}
