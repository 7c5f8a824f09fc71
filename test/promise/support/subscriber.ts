import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'

/** The number in an id that a test made: `anId(7)` is 7. */
const numberIn = (id: string): number => Number(id.slice(-12))

const inOrder = (a: AttendanceEvent, b: AttendanceEvent): number =>
  a.subject + a.recordedtime + a.sequence < b.subject + b.recordedtime + b.sequence ? -1 : 1

/** An event in one line: `1 clocked-out 2026-11-18T17:00:00Z` for employee 1. */
export const inShort = ({ subject, type, time }: AttendanceEvent): string =>
  `${numberIn(subject)} ${type.replace('attendance.', '')} ${time}`

/** Reads the queue that is subscribed to the topic. */
export const createSubscriber = (drain: () => Promise<{ event: AttendanceEvent }[]>) => {
  const history: AttendanceEvent[] = []
  /** Takes the events that came since the last time, by employee and number. */
  const events = async (): Promise<AttendanceEvent[]> => {
    const drained = (await drain()).map(({ event }) => event)
    history.push(...drained)
    return drained.sort(inOrder)
  }
  return {
    events,
    /** Takes them in short. */
    published: async (): Promise<string[]> => (await events()).map(inShort),
    /** Everything that has been taken so far. */
    history,
  }
}
