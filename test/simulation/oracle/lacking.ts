import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Observed } from '../system/observed.ts'
import { eventIn } from './event-in.ts'
import type { Look } from './looks.ts'
import { day, type EpochMs, epochMs } from './moments.ts'

type Kind = 'clockings' | 'absences'

type Known = { savedAt: EpochMs; process: string; event: AttendanceEvent }

/** As far back as whatever lasts can be asked for, for certain. */
const reach = 89 * day

const recordIn = ({ data }: AttendanceEvent, kind: Kind) => {
  if (kind === 'clockings') return 'clocking' in data ? data.clocking : null
  return 'absence' in data ? data.absence : null
}

/** Whether an event leaves subscribers with something that lasts, and that any answer must show. */
const isOpenAfter = (event: AttendanceEvent, by: EpochMs): boolean => {
  const { data, type } = event
  if (type === 'attendance.clocking-removed') return false
  if ('clocking' in data)
    return data.clocking.end === null && epochMs(data.clocking.start) > by - reach
  return type === 'attendance.absence-started' && data.absence.end === null
}

/**
 * What an answer lacks that subscribers were told lasts, and of which they are not
 * told by it that it is gone. Then nobody can say what else it lacks: what it should have shown
 * is owed by the next one that is whole.
 */
export const lackingIn = ({ deliveries, origins }: Observed) => {
  const told = new Map<string, Map<string, Known>>()
  for (const { message } of deliveries) {
    const event = eventIn(message)
    const origin = origins.get(event.id)
    if (origin === undefined) continue
    const ofPerson = told.get(event.subject) ?? new Map<string, Known>()
    told.set(event.subject, ofPerson)
    ofPerson.set(event.sequence, { savedAt: origin.savedAt, process: origin.process, event })
  }
  const inOrder = new Map(
    [...told].map(([id, events]) => [
      id,
      [...events].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, known]) => known),
    ]),
  )
  return (kind: Kind, { employeeId, poll, from, answers }: Omit<Look, 'floor'>): string[] => {
    // Any of those that are broken may be what is not shown.
    if (
      answers.some(({ broken, hidden, lag }) => broken.size > 0 || (hidden.size === 0 && lag === 0))
    )
      return []
    const latest = new Map<string, AttendanceEvent>()
    for (const { event, savedAt, process } of inOrder.get(employeeId) ?? []) {
      const record = recordIn(event, kind)
      if (record !== null && (savedAt < poll.startedAt || process === poll.process))
        latest.set(record.id, event)
    }
    return [...latest].flatMap(([id, event]) =>
      isOpenAfter(event, from) && answers.every(({ records }) => !records.has(id)) ? [id] : [],
    )
  }
}
