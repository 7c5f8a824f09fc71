import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Privacy } from '../../../lib/attendance/rules.ts'
import { eventIn } from '../oracle/event-in.ts'
import { absenceKinds } from '../organisation/leave.ts'
import { kindsNamed } from '../system/alerts/people.ts'
import { destinationsOf, mayShowKind } from './alerts/wanted.ts'
import type { Context, Invariant } from './context.ts'

/** What must not be found in a message under each setting. */
export const forbidden = (privacy: Privacy): string[] => [
  ...(privacy.notes || privacy.absences === 'full' ? [] : ['NOTE-CANARY']),
  ...(privacy.emails ? [] : ['EMAIL-CANARY']),
  ...(privacy.payrollNumbers ? [] : ['PAYROLL-CANARY']),
  ...(privacy.absences === 'full'
    ? []
    : ['REASON-CANARY', 'LABEL-CANARY', 'isCertified', '"minutes"']),
  ...(privacy.absences === 'opaque'
    ? ['Sickness', 'Holiday', 'Toil', 'Other', 'stimatedReturn', 'return-overdue']
    : []),
]

/** No byte of a message or its attributes tells more than the settings of its poll allow. */
export const privacyHolds: Invariant = function* ({ told, observed }: Context) {
  const privacyOf = new Map(
    told.map(({ event, origin }) => [event.id, origin?.deployment.rules.privacy]),
  )
  for (const { message } of observed.deliveries) {
    const { id, subject, type } = eventIn(message)
    const privacy = privacyOf.get(id)
    const bytes =
      message.body.replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '') +
      JSON.stringify(message.attributes)
    const leak = privacy && forbidden(privacy).find((word) => bytes.includes(word))
    if (leak !== undefined) yield { employeeId: subject, message: `${type} tells ${leak}` }
  }
}

const neverTold = ['NOTE-CANARY', 'EMAIL-CANARY', 'PAYROLL-CANARY', 'REASON-CANARY', 'LABEL-CANARY']

/** Of which kinds of absences a destination may hear what an event says, by the rules of any deployment. */
const mayHear = ({ plan }: Context, destination: string, event: AttendanceEvent): string[] => {
  const rules = plan.deployments
    .flatMap(({ deployment }) => deployment.alerts)
    .filter((rule) => destinationsOf(rule).includes(destination))
  return absenceKinds.filter((kind) => rules.some((rule) => mayShowKind(rule, event, kind)))
}

/** Nobody is told more than the rules of the routes to them may tell: of each event, and so of all of a message. */
export const alertsKeepPrivacy: Invariant = function* (context) {
  const events = new Map(context.told.map(({ event }) => [event.id, event]))
  for (const { bytes, destination, process, things, kinds } of context.observed.alerts.said) {
    const leak = neverTold.find((word) => bytes.includes(word))
    if (leak !== undefined)
      yield { employeeId: null, message: `${process} tells ${destination} ${leak}: ${bytes}` }
    const allowed = new Set<string>()
    for (const thing of things) {
      const event = events.get(thing)
      const own = event === undefined ? [] : mayHear(context, destination, event)
      for (const kind of own) allowed.add(kind)
      const untold = kinds.get(thing)?.find((kind) => !own.includes(kind))
      if (untold !== undefined)
        yield {
          employeeId: event?.subject ?? null,
          message: `${process} tells ${destination} that ${thing} is of ${untold}`,
        }
    }
    const unheard = kindsNamed(bytes).find((kind) => !allowed.has(kind))
    if (unheard !== undefined)
      yield { employeeId: null, message: `${process} tells ${destination} ${unheard}: ${bytes}` }
  }
}
