import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { utc } from '../../oracle/moments.ts'
import type { Context, Invariant } from '../context.ts'
import { destinationsOf, wants } from './wanted.ts'
import { kindsNamed } from './words.ts'

/** Whether the event itself says what kind of absence it is about. */
const hasKind = ({ data }: AttendanceEvent): boolean =>
  'absence' in data && data.absence.$type !== undefined

/** Whether each deployment of a run has a rule that may tell an event's kind at a destination. */
const mayAlwaysTellKind = (
  { plan }: Context,
  destination: string,
  event: AttendanceEvent,
): boolean =>
  plan.deployments.every(({ deployment }) =>
    deployment.alerts.some(
      (rule) =>
        rule.show !== 'opaque' &&
        wants(rule, event, plan.homeZone) &&
        destinationsOf(rule).includes(destination),
    ),
  )

/** Of several rules that want an absence told in one place, the one that shows most decides what is shown. */
export const alertsInDetail: Invariant = function* (context) {
  const { told, observed } = context
  const events = new Map(told.map(({ event }) => [event.id, event]))
  for (const { destination, things, sentences, process, at } of observed.alerts.said)
    for (const thing of things) {
      const event = events.get(thing)
      const isTold = kindsNamed(sentences.get(thing) ?? '').length > 0
      if (event === undefined || !hasKind(event) || isTold) continue
      if (!mayAlwaysTellKind(context, destination, event)) continue
      yield {
        employeeId: event.subject,
        message: `${process} told ${destination} ${event.type} ${thing} at ${utc(at)} without its kind`,
      }
    }
}
