import * as z from 'zod'
import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import { lastsAt } from '../../attendance/state/who-is-in.ts'
import { QueueMessageError, readMessage } from '../../routing/event-message.ts'
import type { LoggedEvent } from '../../store/events/segment-record.ts'
import { type Showing, shownEvents } from '../events/shown-events.ts'
import { arrivalsAfter } from './arrivals.ts'
import type { KnownRecords } from './records.ts'

/** As much of an event as says what it is about: to read all of each takes ten times as long. */
const Glance = z.object({
  type: z.string(),
  subject: z.string(),
  sequence: z.string(),
  time: z.string(),
  data: z.object({
    clocking: z
      .object({ id: z.string(), start: z.string(), end: z.string().nullable() })
      .optional(),
    absence: z.object({ id: z.string() }).optional(),
  }),
})

const glanceAt = ({ message }: LoggedEvent): z.infer<typeof Glance> | null => {
  try {
    return readMessage(message, (json) => Glance.safeParse(json).data ?? null)
  } catch (error) {
    if (error instanceof QueueMessageError) return null
    throw error
  }
}

const takingBack: readonly string[] = [
  'attendance.clocking-removed',
  'attendance.absence-withdrawn',
]

/** What the newest event of a clocking or an absence says; null where that was not so at the moment. */
type Newest = { of: 'clocking' | 'absence'; sequence: string; event: AttendanceEvent | null }

/** The records that an event is about, and whether it says of each that it was not so at a moment. */
const recordsOf = ({ type, subject, data }: z.infer<typeof Glance>, at: EpochMs) => {
  const { clocking, absence } = data
  const isGone = takingBack.includes(type)
  return [
    ...(clocking === undefined
      ? []
      : [
          {
            of: 'clocking' as const,
            key: `${subject} clocking ${clocking.id}`,
            isOver: isGone || !lastsAt(clocking, at),
          },
        ]),
    ...(absence === undefined
      ? []
      : [{ of: 'absence' as const, key: `${subject} absence ${absence.id}`, isOver: isGone }]),
  ]
}

const peopleIn = (all: Iterable<Newest>): Map<string, KnownRecords> => {
  const people = new Map<string, KnownRecords>()
  for (const { of, event } of all) {
    if (event === null) continue
    const { employee } = event.data
    const known = people.get(event.subject) ?? {
      employee,
      clockings: new Map(),
      absences: new Map(),
      startedAt: new Map(),
      endedAt: new Map(),
    }
    if (of === 'clocking' && 'clocking' in event.data)
      known.clockings.set(event.data.clocking.id, event.data.clocking)
    if (of === 'absence' && 'absence' in event.data)
      known.absences.set(event.data.absence.id, event.data.absence)
    people.set(event.subject, known)
  }
  return people
}

/**
 * Takes events one by one, in any order, and knows of each person what lasted at a moment: of every clocking and
 * absence what the event with the highest `sequence` says. It keeps no more than that, however many events there are.
 */
export const recordsLastingAt = (at: EpochMs, showing: Showing) => {
  const newest = new Map<string, Newest>()
  const arrivals = arrivalsAfter(at)
  return {
    take: (entry: LoggedEvent): void => {
      const glance = glanceAt(entry)
      if (glance === null) {
        showing.onUnreadable()
        return
      }
      arrivals.take(glance)
      const { sequence } = glance
      const news = recordsOf(glance, at).filter(
        ({ key }) => (newest.get(key)?.sequence ?? '') < sequence,
      )
      const mustBeRead = news.some(({ isOver }) => !isOver)
      const [event = null] = mustBeRead ? shownEvents([entry], showing) : []
      if (mustBeRead && event === null) return
      for (const { of, key, isOver } of news)
        newest.set(key, { of, sequence, event: isOver ? null : event })
    },
    /** What is known of each person, by id; of who was nowhere, nothing. */
    people: (): Map<string, KnownRecords> => peopleIn(newest.values()),
    /** Whether somebody was not on the roster yet, or not again. */
    joinedLater: arrivals.hasJoined,
    /** Whether somebody was on the roster still. */
    leftLater: arrivals.hasLeft,
  }
}

/** What the log says of somebody, and the state: that is newer in what it still holds. */
export const together = (logged: KnownRecords | undefined, saved: KnownRecords): KnownRecords => ({
  employee: saved.employee,
  clockings: new Map([...(logged?.clockings ?? []), ...saved.clockings]),
  absences: new Map([...(logged?.absences ?? []), ...saved.absences]),
  startedAt: saved.startedAt,
  endedAt: saved.endedAt,
})
