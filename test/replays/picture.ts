import type { Telling } from '../../consumer/src/picture.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'

const keyOf = ({ data }: Telling): string => data.clocking?.id ?? data.absence?.id ?? 'employment'

/**
 * The last event of each clocking and each absence, and of the employment, of one employee, by what docs/consuming.md says of
 * snapshots: up to the number of the last one nothing else counts. By other code than the package for consumers, which
 * takes one event after another.
 */
export const lastOf = <Event extends Telling>(events: readonly Event[]): Map<string, Event> => {
  const snapshots = events.flatMap(({ sequence, snapshot }) => (snapshot ? [sequence] : []))
  const toldThrough = snapshots.reduce((highest, each) => (each > highest ? each : highest), '')
  const last = new Map<string, Event>()
  for (const event of events) {
    const { sequence, snapshot } = event
    const counts = snapshot ? sequence === toldThrough : sequence > toldThrough
    const before = last.get(keyOf(event))
    if (counts && (before === undefined || before.sequence < sequence))
      last.set(keyOf(event), event)
  }
  return last
}

const isOpen = ({ type, data }: AttendanceEvent): boolean =>
  'clocking' in data && data.clocking.end === null && type !== 'attendance.clocking-removed'

/** What a consumer knows of everyone: the ids of who is a member, and of what is open. */
export const pictureOf = (events: readonly AttendanceEvent[]) => {
  const people = [...Map.groupBy(events, ({ subject }) => subject)].map(
    ([subject, ofThem]) => [subject, lastOf<AttendanceEvent>(ofThem)] as const,
  )
  const of = (isSo: (event: AttendanceEvent) => boolean): string[] =>
    people
      .flatMap(([subject, last]) =>
        [...last].flatMap(([key, event]) => (isSo(event) ? [`${subject} ${key}`] : [])),
      )
      .toSorted()
  return {
    in: of(isOpen),
    members: of(({ type }) => /employee-(joined|changed)$/.test(type)),
  }
}
