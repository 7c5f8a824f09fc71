import { createOrdering } from '../../consumer/src/ordering.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'

/** What a consumer knows: of each record the event with the highest number. */
export const pictureOf = async (events: readonly AttendanceEvent[]) => {
  const records = new Map<string, AttendanceEvent>()
  const ordering = createOrdering()
  const keyOf = ({ data, subject }: AttendanceEvent): string => {
    if ('clocking' in data) return data.clocking.id
    return 'absence' in data ? data.absence.id : subject
  }
  for (const event of events)
    await ordering.handle(event, (each) => {
      const known = records.get(keyOf(each))
      if (known === undefined || each.sequence >= known.sequence) records.set(keyOf(each), each)
    })
  const of = (isSo: (event: AttendanceEvent) => boolean): string[] =>
    [...records].flatMap(([key, event]) => (isSo(event) ? [key] : [])).toSorted()
  return {
    in: of(({ data, type }) =>
      'clocking' in data
        ? data.clocking.end === null && type !== 'attendance.clocking-removed'
        : false,
    ),
    away: of(({ type }) => type === 'attendance.absence-started'),
    members: of(({ type }) => /joined|changed/.test(type)),
  }
}
