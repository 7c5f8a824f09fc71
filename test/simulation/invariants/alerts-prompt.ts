import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { type EpochMs, minute, second, utc } from '../oracle/moments.ts'
import { type Observed, tellingOf } from '../system/observed.ts'
import { destinationsOf, mayTellAfter, wants } from './alerts-wanted.ts'
import type { Context, Invariant, Told } from './context.ts'
import { isFollowedBy } from './what-follows.ts'

/** Gathering, the pace of mails, a wake sent on, and a message seen again after its time-out. */
const margin = 5 * minute

/**
 * How long the rules of a run gather what they send to a destination, at most: of each deployment the
 * fastest of those that name an event, or, where it has none, those that follow up what they told
 * before.
 */
const groupOf = ({ plan }: Context, destination: string, event: AttendanceEvent): number => {
  const groups = plan.deployments.flatMap(({ deployment }) => {
    const there = deployment.alerts.filter((rule) => destinationsOf(rule).includes(destination))
    const naming = there.filter((rule) => wants(rule, event)).map(({ group }) => group)
    if (naming.length > 0) return [Math.min(...naming)]
    return there.filter((rule) => mayTellAfter(rule, event)).map(({ group }) => group)
  })
  return groups.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...groups) * second
}

/** Whether some of a run's deployments have a rule that names an event to a destination, and some none. */
const isNamedBySome = ({ plan }: Context, destination: string, event: AttendanceEvent): boolean => {
  const naming = plan.deployments.map(({ deployment }) =>
    deployment.alerts.some(
      (rule) => destinationsOf(rule).includes(destination) && wants(rule, event),
    ),
  )
  return naming.includes(true) && naming.includes(false)
}

/** When each event went out. */
const deliveriesOf = ({ deliveries }: Observed): Map<string, EpochMs[]> => {
  const times = new Map<string, EpochMs[]>()
  for (const { at, message } of deliveries) {
    const { id }: { id: string } = JSON.parse(message.body)
    const others = times.get(id)
    if (others === undefined) times.set(id, [at])
    else others.push(at)
  }
  return times
}

/** When something was in the way of the alerts: spans of runs that went wrong, and refusals. */
const troublesOf = ({ alerts }: Observed): { from: EpochMs; to: EpochMs }[] => [
  ...[...alerts.ends.values()]
    .filter(({ outcome, isDisturbed }) => outcome.kind !== 'done' || isDisturbed)
    .map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt })),
  ...alerts.refusedAt.map((at) => ({ from: at, to: at })),
]

/**
 * When something could be told at the earliest: when the queue had it, or for what follows on something
 * else, when it had the last of that, which may come after.
 */
const tellableFrom = ({ toldOf, observed }: Context, { event, at }: Told): EpochMs =>
  Math.max(
    observed.alerts.queued.get(event.id) ?? at,
    ...toldOf(event.subject)
      .filter((each) => isFollowedBy(each.event, event))
      .map((each) => observed.alerts.queued.get(each.event.id) ?? each.at),
  )

/**
 * An alert comes later than its rule gathers only where something was in its way, or where a repeat
 * came when rules were others: no rule named the event before.
 */
export const alertsPrompt: Invariant = function* (context) {
  const { told, observed } = context
  const troubles = troublesOf(observed)
  const saidAt = new Map<string, EpochMs>()
  for (const { destination, things, at } of observed.alerts.said)
    for (const thing of things) {
      const telling = tellingOf(destination, thing)
      if (!saidAt.has(telling)) saidAt.set(telling, at)
    }
  const deliveries = deliveriesOf(observed)
  const destinations = new Set(observed.alerts.said.map(({ destination }) => destination))
  for (const each of told)
    for (const destination of destinations) {
      const { event } = each
      const said = saidAt.get(tellingOf(destination, event.id))
      if (said === undefined || said - each.at <= margin) continue
      const at = tellableFrom(context, each)
      const allowed = groupOf(context, destination, event) + margin
      if (said - at <= allowed || troubles.some(({ from, to }) => to >= at && from <= said))
        continue
      const isOfRepeat = deliveries
        .get(event.id)
        ?.some((again) => again <= said && said - again <= allowed)
      if (isOfRepeat && isNamedBySome(context, destination, event)) continue
      yield {
        employeeId: event.subject,
        message: `${destination} was told ${event.type} ${event.id} of ${utc(at)} at ${utc(said)}`,
      }
    }
}
