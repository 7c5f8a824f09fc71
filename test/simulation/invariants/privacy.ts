import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { Privacy } from '../../../lib/attendance/rules.ts'
import { eventIn } from '../oracle/event-in.ts'
import { absenceKinds } from '../organisation/leave.ts'
import { mayShowAll, mayShowKind, rulesAt } from './alerts/wanted.ts'
import { hasDetails, kindsNamed } from './alerts/words.ts'
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

const neverTold = ['EMAIL-CANARY', 'PAYROLL-CANARY']

/**
 * Of which kinds of absences a destination may hear what an event says, by the rules of any deployment, and whether all of
 * that.
 */
const mayHear = ({ plan }: Context, destination: string, event: AttendanceEvent) => {
  const rules = rulesAt(plan, destination).flat()
  return {
    kinds: absenceKinds.filter((kind) => rules.some((rule) => mayShowKind(rule, event, kind))),
    all: mayShowAll(rules, event),
  }
}

/** Nobody is told more than the rules of the routes to them may tell: of each event, and so of all of a message. */
export const alertsKeepPrivacy: Invariant = function* (context) {
  const events = new Map(context.told.map(({ event }) => [event.id, event]))
  for (const said of context.observed.alerts.said) {
    const { bytes, destination, process, things } = said
    const leak = neverTold.find((word) => bytes.includes(word))
    if (leak !== undefined)
      yield { employeeId: null, message: `${process} tells ${destination} ${leak}: ${bytes}` }
    const allowed = new Set<string>()
    let isAllAllowed = false
    for (const thing of things) {
      const event = events.get(thing)
      if (event === undefined) continue
      const { kinds, all } = mayHear(context, destination, event)
      for (const kind of kinds) allowed.add(kind)
      isAllAllowed ||= all
      const sentence = said.sentences.get(thing) ?? ''
      const untold = kindsNamed(sentence).find((kind) => !kinds.includes(kind))
      if (untold === undefined && (all || !hasDetails(sentence))) continue
      const what = untold ?? 'this and that'
      yield {
        employeeId: event.subject,
        message: `${process} tells ${destination} that ${thing} is of ${what}`,
      }
    }
    const unheard = kindsNamed(bytes).find((kind) => !allowed.has(kind))
    if (unheard !== undefined || (!isAllAllowed && hasDetails(bytes)))
      yield { employeeId: null, message: `${process} tells ${destination} ${unheard}: ${bytes}` }
  }
}
