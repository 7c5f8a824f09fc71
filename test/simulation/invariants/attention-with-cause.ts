import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { type EpochMs, epochMs, hour, minute } from '../oracle/moments.ts'
import { spansOf } from './absence-story.ts'
import type { Invariant, Told } from './context.ts'
import { firstMoment, firstMomentAfter } from './local-moments.ts'

type Attention = NonNullable<Told['origin']>['deployment']['rules']['attention']
type EventOf<Type extends AttendanceEvent['type']> = Extract<AttendanceEvent, { type: Type }>

/**
 * When somebody who is clocked in has been absent as well for too long; none where the absence is over by then. A shift that began before a
 * day of absence may be one of the night: it counts from midday.
 */
const tooLongAbsent = (
  { data: { absence, clocking } }: EventOf<'attendance.clocked-in-while-absent'>,
  grace: number,
): EpochMs[] => {
  const { timeZone = 'UTC' } = absence
  const start = absence.start as AbsenceBoundary
  const came = epochMs(clocking.start)
  const day = firstMoment({ $type: 'LocalDate', date: start.date }, timeZone)
  const midday = firstMoment(
    { $type: 'LocalDatePart', date: start.date, datePart: 'SecondHalf' },
    timeZone,
  )
  const end = absence.end as AbsenceBoundary | null
  return spansOf({ start, end }, [timeZone]).flatMap((span) => {
    const isOfTheNight = came < span.start && span.start === day
    const at = (isOfTheNight ? midday : Math.max(came, span.start)) + grace
    return span.end === null || span.end > at ? [at] : []
  })
}

/** The moments at which something may have come to call for attention, by what an event itself says; none: it did not. */
const causesOf = (event: AttendanceEvent, attention: Attention): EpochMs[] | null => {
  switch (event.type) {
    case 'attendance.clocking-overdue': {
      const { start, end } = event.data.clocking
      return end === null ? [epochMs(start) + (attention.clockingLongerThanHours ?? 0) * hour] : []
    }
    case 'attendance.break-overdue': {
      const { clocking, break: pause } = event.data
      const isOpen = clocking.end === null && pause.end === null
      return isOpen ? [epochMs(pause.start) + (attention.breakLongerThanMinutes ?? 0) * minute] : []
    }
    case 'attendance.clocked-in-while-absent':
      return event.data.clocking.end === null
        ? tooLongAbsent(event, attention.absenceGraceMinutes * minute)
        : []
    case 'attendance.return-overdue': {
      const { absence, expected } = event.data
      if (absence.end !== null || expected === undefined) return []
      const { timeZone = 'UTC' } = absence
      return expected.time != null
        ? [firstMoment({ $type: 'LocalDateTime', ...expected } as AbsenceBoundary, timeZone)]
        : [firstMomentAfter({ $type: 'LocalDate', date: expected.date }, timeZone) - 1]
    }
    default:
      return null
  }
}

/** What calls for attention does by what its event says, at the very moment that this says. */
export const attentionWithCause: Invariant = function* ({ told }) {
  for (const { event, origin } of told) {
    if (origin === undefined) continue
    const causes = causesOf(event, origin.deployment.rules.attention)
    if (causes === null || causes.includes(epochMs(event.time))) continue
    yield {
      employeeId: event.subject,
      message: `${event.type} ${event.id} of ${event.time} has no cause, which would be of ${causes.map((at) => new Date(at).toISOString()).join(', ') || 'nothing'}`,
    }
  }
}
