import type { Privacy } from '../../../lib/attendance/privacy.ts'
import type { Context, Invariant } from './context.ts'

/** What must not be found in a message under each setting. */
const forbidden = (privacy: Privacy): string[] => [
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
    const { id, subject, type } = JSON.parse(message.body)
    const privacy = privacyOf.get(id)
    const bytes =
      message.body.replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '') +
      JSON.stringify(message.attributes)
    const leak = privacy && forbidden(privacy).find((word) => bytes.includes(word))
    if (leak !== undefined) yield { employeeId: subject, message: `${type} tells ${leak}` }
  }
}
