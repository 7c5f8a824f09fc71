import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { takesOver } from '../../deployments.ts'
import { eventIn } from '../../oracle/event-in.ts'
import { type EpochMs, minute, utc } from '../../oracle/moments.ts'
import type { Spell } from '../../system/faults.ts'
import { type Observed, tellingOf } from '../../system/observed.ts'
import type { Context, Invariant, Told } from '../context.ts'
import { reopenings } from './followed.ts'
import { dislikesOf, firstTellings, queuedAt, troublesOf } from './observed.ts'
import { groupOf, putRightBy } from './pace.ts'
import { destinationsOf, mayBeWithheld, wants } from './wanted.ts'
import { isFollowedBy } from './what-follows.ts'

/** Gathering, the pace of mails, a wake sent on, and a message seen again after its time-out. */
const margin = 5 * minute

/** What a destination takes that does not take all else may wait for so long until that is apart. */
const apartWithin = 15 * minute

/** A destination for which something went wrong is looked at again within so long, however long that lasted. */
const lookedAtAgainWithin = 20 * minute

/** What a destination does not take is tried ever more seldom, and what comes after it of the same person waits for that. */
const longestPause = 20 * minute

/** Where a destination gives no answer to what is said of somebody else, and that is put aside, others wait for so much longer. */
const longerBehindAsides = 30 * minute

/** Whether anything of others of whom a destination gave no answer was put aside for it in a time. */
const isHangingPutAside = (
  { observed, told }: Context,
  destination: string,
  { subject }: AttendanceEvent,
  { from, to }: Spell,
): boolean =>
  told.some(({ event }) => {
    const at = observed.alerts.putAside.get(tellingOf(destination, event.id))
    return (
      at !== undefined &&
      event.subject !== subject &&
      at >= from &&
      at <= to &&
      dislikesOf(observed, destination).some(
        ({ dislike, of }) => dislike === 'hangs' && of.has(event.subject),
      )
    )
  })

/** Whether some of a run's deployments have a rule that names an event to a destination, and some none. */
const isNamedBySome = ({ plan }: Context, destination: string, event: AttendanceEvent): boolean => {
  const naming = plan.deployments.map(({ deployment }) =>
    deployment.alerts.some(
      (rule) => destinationsOf(rule).includes(destination) && wants(rule, event, plan.homeZone),
    ),
  )
  return naming.includes(true) && naming.includes(false)
}

/** An event, and what it follows on: whoever is told of that by a rule is told of it, too. */
const withOriginals = (context: Context, event: AttendanceEvent): AttendanceEvent[] => [
  event,
  ...context
    .toldOfRecords(event)
    .flatMap((each) => (isFollowedBy(each.event, event) ? [each.event] : [])),
]

/** When a destination last took nothing before a moment, where it is left alone since: it has taken nothing yet. */
const leftAloneAt = (
  { observed: { alerts } }: Context,
  destination: string,
  moment: EpochMs,
): Spell[] => {
  const isThere = (each: { destination: string; at: EpochMs }): boolean =>
    each.destination === destination && each.at < moment
  const last = alerts.refusals.findLast((each) => isThere(each) && each.disliked === null)
  if (last === undefined || last.at < moment - lookedAtAgainWithin) return []
  const hasTaken = alerts.said.some((each) => isThere(each) && each.at > last.at)
  return hasTaken ? [] : [{ from: last.at, to: last.at }]
}

/**
 * When a version may have withheld an event from a destination that another one shows it: while a release takes over bit by bit, whichever
 * looks decides.
 */
const withheldAt = ({ plan }: Context, destination: string, event: AttendanceEvent): Spell[] =>
  plan.isGradual && mayBeWithheld(plan, destination, event)
    ? plan.deployments.map(({ at }) => ({ from: at, to: at + takesOver }))
    : []

/** When each event went out, and when the queue of the alerts had it, and had it once more: the second copy may come first. */
const deliveriesOf = ({ deliveries, alerts }: Observed): Map<string, EpochMs[]> => {
  const times = new Map([...alerts.queued].map(([id, at]) => [id, [at]]))
  for (const [id, all] of alerts.repeated) times.set(id, [...(times.get(id) ?? []), ...all])
  for (const { at, message } of deliveries) {
    const { id } = eventIn(message)
    const others = times.get(id)
    if (others === undefined) times.set(id, [at])
    else others.push(at)
  }
  return times
}

/**
 * When something could be told at the earliest: when the queue had it, or for what follows on something
 * else, when it had the last of that, which may come after, and of what opened that again.
 */
const tellableFrom = (context: Context, told: Told): EpochMs => {
  const originals = context
    .toldOfRecords(told.event)
    .filter(({ event }) => isFollowedBy(event, told.event))
  const again = originals.flatMap(({ event }) => reopenings(context, event, told.event))
  return Math.max(
    ...[told, ...originals, ...again].map(
      ({ event, at }) => queuedAt(context.observed, event.id) ?? at,
    ),
  )
}

/** Whether it took an operator to move back what was tried too often. */
const isMovedBack = ({ observed }: Context, said: EpochMs): boolean => {
  const { recoveredAt } = observed.alerts
  return recoveredAt !== null && said >= recoveredAt
}

/**
 * An alert comes later than its rule gathers only where something was in its way, or where a repeat
 * came when rules were others: no rule named the event, or what it follows on, before.
 */
export const alertsPrompt: Invariant = function* (context) {
  const { told, observed } = context
  const first = firstTellings(observed)
  const deliveries = deliveriesOf(observed)
  const destinations = new Set(observed.alerts.said.map(({ destination }) => destination))
  const inTheWay = [...destinations].map(
    (destination) =>
      [destination, troublesOf(observed, destination), dislikesOf(observed, destination)] as const,
  )
  for (const each of told)
    for (const [destination, troubles, dislikes] of inTheWay) {
      const { event } = each
      const telling = first.get(tellingOf(destination, event.id))
      if (telling === undefined || telling.at - each.at <= margin) continue
      const said = telling.at
      const at = tellableFrom(context, each)
      // One of several that it follows on suffices: it may have been sent, and refused, before the last of them came.
      const since = queuedAt(observed, each.event.id) ?? each.at
      const before = dislikes.filter(({ at }) => at >= since - longestPause && at <= said)
      const ofThem = before.filter(({ of }) => of.has(event.subject))
      const disliked = before.filter((dislike) => dislike.at >= since)
      const allowed =
        groupOf(context, destination, event, putRightBy(context, each, telling, first)) +
        margin +
        (disliked.length > 0 ? apartWithin : 0)
      const inBetween = [
        ...troubles.filter(({ from, to }) => to >= since && from <= said),
        ...ofThem.map((each) => ({ from: each.at, to: each.at })),
        ...leftAloneAt(context, destination, since),
        ...withheldAt(context, destination, event).filter(
          ({ from, to }) => to >= since && from <= said,
        ),
      ]
      const lastTrouble = Math.max(...inBetween.map(({ to }) => to))
      const sinceTrouble = { from: lastTrouble, to: said }
      const lookedAtBy = isMovedBack(context, said)
        ? said
        : lastTrouble +
          allowed +
          lookedAtAgainWithin +
          (isHangingPutAside(context, destination, event, sinceTrouble) ? longerBehindAsides : 0)
      if (said - at <= allowed || (inBetween.length > 0 && said <= lookedAtBy)) continue
      const isOfRepeat = deliveries
        .get(event.id)
        ?.some((again) => again <= said && said - again <= allowed)
      const isNamed = (each: AttendanceEvent): boolean => isNamedBySome(context, destination, each)
      if (isOfRepeat && withOriginals(context, event).some(isNamed)) continue
      yield {
        employeeId: event.subject,
        message: `${destination} was told ${event.type} ${event.id} of ${utc(at)} at ${utc(said)}`,
      }
    }
}
