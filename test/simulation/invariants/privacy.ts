import type { Privacy } from '../../../lib/attendance/rules.ts'
import { eventIn } from '../oracle/event-in.ts'
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
/** How people are told what kind of absence it is. */
const kindsOfAbsence = /sick|holiday|in lieu/i

/** Nobody is told more than the routes to them may tell. */
export const alertsKeepPrivacy: Invariant = function* ({ plan, observed }) {
  const mayTellKinds = new Set(
    plan.deployments.flatMap(({ deployment }) =>
      deployment.alerts
        .filter(({ show }) => show !== 'opaque')
        .flatMap(({ slack, email }) => [
          ...slack.map((name) => `slack:${name}`),
          ...email.map((name) => `email:${name}`),
        ]),
    ),
  )
  for (const { bytes, destination, process } of observed.alerts.said) {
    const leak = neverTold.find((word) => bytes.includes(word))
    const tellsKind = !mayTellKinds.has(destination) && kindsOfAbsence.test(bytes)
    if (leak !== undefined || tellsKind)
      yield { employeeId: null, message: `${process} tells ${destination}: ${bytes}` }
  }
}
