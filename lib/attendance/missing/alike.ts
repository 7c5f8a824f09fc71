import { isKnownBoundary } from '../absences/absence-times.ts'
import { epochMs } from '../moments.ts'
import type {
  KnownAbsence,
  KnownClocking,
  TrackedAbsence,
  TrackedClocking,
} from '../state/state.ts'

type Time = KnownClocking['start' | 'end'] | KnownAbsence['start' | 'end']

/** A moment or a date in one spelling. */
const placed = (time: Time): string => {
  if (time === null) return ''
  if (typeof time === 'string') return `${epochMs(time)}`
  return isKnownBoundary(time) ? time.date : JSON.stringify(time)
}

/**
 * Of some records that are known, by their ids, those that have the times of another one of those given: as far as anyone
 * remembers, they may have its content, too.
 */
export const alikeIn = (records: Readonly<Record<string, TrackedClocking | TrackedAbsence>>) => {
  const timesOf = ({ known: { start, end } }: TrackedClocking | TrackedAbsence): string =>
    `${placed(start)} ${placed(end)}`
  return (ids: readonly string[]): string[] => {
    const all = ids.flatMap((id) => {
      const each = records[id]
      return each === undefined ? [] : [[id, timesOf(each)] as const]
    })
    if (all.length === 0) return []
    return Object.entries(records).flatMap(([id, each]) =>
      all.some(([other, times]) => other !== id && times === timesOf(each)) ? [id] : [],
    )
  }
}
