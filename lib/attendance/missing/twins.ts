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
 * Those of some records that have the times of another one that is known: as far as anyone remembers, they may have the
 * same content.
 */
export const twinsIn = (known: Tracked, ids: readonly string[]): string[] => {
  const records = ids.length === 0 ? [] : Object.entries(known)
  return ids.filter((id) => {
    const each = known[id]
    const times = each && timesOf(each)
    return records.some(([other, one]) => other !== id && timesOf(one) === times)
  })
}
