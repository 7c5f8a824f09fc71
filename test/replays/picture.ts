import { emptyPicture, learned, type Picture } from '../../consumer/src/picture.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'

const isOpen = ({ type, data }: AttendanceEvent): boolean =>
  'clocking' in data && data.clocking.end === null && type !== 'attendance.clocking-removed'

/** What a consumer knows of everyone: the ids of who is a member, and of what is open. */
export const pictureOf = (events: readonly AttendanceEvent[]) => {
  const people = new Map<string, Picture<AttendanceEvent>>()
  for (const event of events)
    people.set(
      event.subject,
      learned<AttendanceEvent>(people.get(event.subject) ?? emptyPicture, event),
    )
  const of = (isSo: (event: AttendanceEvent) => boolean): string[] =>
    [...people]
      .flatMap(([subject, { last }]) =>
        Object.entries(last).flatMap(([key, event]) => (isSo(event) ? [`${subject} ${key}`] : [])),
      )
      .toSorted()
  return {
    in: of(isOpen),
    members: of(({ type }) => /employee-(joined|changed)$/.test(type)),
  }
}
