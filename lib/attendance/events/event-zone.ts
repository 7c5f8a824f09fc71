import { isTimeZone } from '../../workforce/reading.ts'
import type { AttendanceEvent } from './events.ts'

const zonesIn = ({ type, data }: AttendanceEvent): (string | undefined)[] => {
  const ofAbsence = 'absence' in data ? [data.absence.timeZone] : []
  if (!('clocking' in data)) return ofAbsence
  const { startTimeZone, endTimeZone } = data.clocking
  const ofEnd = type === 'attendance.clocked-out' ? [endTimeZone] : []
  return [...ofEnd, startTimeZone, ...ofAbsence]
}

/**
 * The employee's zone at an event: where they clocked in or out, or by which their absence is meant.
 * @param otherwise for events that carry no valid one
 */
export const zoneOfEvent = (event: AttendanceEvent, otherwise: string): string =>
  zonesIn(event).find((zone) => zone !== undefined && isTimeZone(zone)) ?? otherwise
