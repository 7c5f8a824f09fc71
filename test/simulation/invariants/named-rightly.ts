import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { epochMs } from '../oracle/moments.ts'
import type { Invariant } from './context.ts'

type Named = AttendanceEvent['data']['employee']

/** Whether an event has of its employee what the API shows of them: names, job and reference are in every event. */
const isAs = ({ name, employment, externalReference }: Employee, named: Named): boolean =>
  named.givenName === name.givenName &&
  named.familyName === name.familyName &&
  (named.jobTitle ?? null) === employment.jobTitle &&
  (named.externalReference ?? null) === externalReference

/** An event names its employee as the API showed them at some time before: by that rules and filters decide. */
export const namedRightly: Invariant = function* ({ told, personOf, tolerance }) {
  for (const { event } of told) {
    const by = epochMs(event.recordedtime) + tolerance
    const versions = personOf.get(event.subject)?.employment ?? []
    const isKnown = versions.some(
      ({ from, record }) => record !== null && from <= by && isAs(record, event.data.employee),
    )
    if (!isKnown)
      yield {
        employeeId: event.subject,
        message: `${event.type} ${event.id} names ${JSON.stringify(event.data.employee)}, as nobody was called`,
      }
  }
}
