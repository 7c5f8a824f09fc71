import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Absence, AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { epochMs, minute } from '../oracle/moments.ts'
import { spansOf, zonesOf } from './absence-story.ts'
import type { Context, Invariant } from './context.ts'
import { firstMoment } from './local-moments.ts'

/** How far a machine's clock may be off. */
const clockOffset = 2 * minute

/** The moments at which an event may have happened; null: any. */
const truthOf = (
  { data, type, recordedtime }: AttendanceEvent,
  zones: string[],
): number[] | null => {
  if (type === 'attendance.clocked-in') return [epochMs(data.clocking.start)]
  if (type === 'attendance.clocked-out') return [epochMs(data.clocking.end ?? '')]
  if (type === 'attendance.break-started') return [epochMs(data.break.start)]
  if (type === 'attendance.break-ended') return [epochMs(data.break.end ?? '')]
  if (type === 'attendance.absence-started')
    return zones.map((zone) => firstMoment(data.absence.start as AbsenceBoundary, zone))
  if (type === 'attendance.absence-ended')
    return spansOf(data.absence as Absence, zones).map(({ end }) => end ?? Number.NaN)
  return /(overdue|absent)$/.test(type) ? null : [epochMs(recordedtime)]
}

/** A date-time that JavaScript takes for a local time. */
const withoutOffset = /"\d{4}-\d\d-\d\dT[\d:.]+"/

/** An event's time is the API's, or follows from it; and it is recorded while its poll runs. */
export const trueTimes: Invariant = function* ({ told, personOf, plan }: Context) {
  for (const { event, origin } of told) {
    const { subject, type, time, recordedtime } = event
    const person = personOf.get(subject)
    if (person === undefined || origin === undefined) continue
    const truth = truthOf(event, zonesOf(person, plan.homeZone))
    if (truth !== null && !truth.includes(epochMs(time)))
      yield { employeeId: subject, message: `${type} has the time ${time}` }
    const recorded = epochMs(recordedtime)
    const isDuring =
      recorded >= origin.startedAt - clockOffset && recorded <= origin.savedAt + clockOffset
    if (!isDuring)
      yield { employeeId: subject, message: `${type} was not recorded at ${recordedtime}` }
    if (withoutOffset.test(JSON.stringify(event.data)))
      yield { employeeId: subject, message: `${type} has moments that nobody can tell the zone of` }
    if (!/Z$/.test(time)) yield { employeeId: subject, message: `${type} has the time ${time}` }
  }
}
