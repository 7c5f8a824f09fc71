import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { type EpochMs, hour, minute, utc } from '../../oracle/moments.ts'
import { type ObservedAlerts, type Said, tellingOf } from '../../system/observed.ts'
import type { Context, Invariant, Told } from '../context.ts'
import { firstTellings, firstTellingsOrCounts, queuedAt } from './observed.ts'
import { destinationsOf, wants } from './wanted.ts'
import { isCorrectedBy, isFollowedBy, isSettledBy } from './what-follows.ts'

/** A message that the queue has had for so long has been read. */
const readWithin = 5 * minute

/** What a run had in hand that was killed comes back after so long. */
const timeOut = 2 * minute

/** How a run ended. */
export type RunEnd = ObservedAlerts['ends'] extends Map<string, infer End> ? End : never

const wasKilled = ({ outcome }: RunEnd): boolean => outcome.kind === 'killed'

/**
 * By when what the queue had at a moment was read: whenever that was nearly over, a run may have been killed that had it in hand.
 * @param backAfter when what such a run had is read again
 * @param isStruck which runs count as such
 */
export const readyBy = (
  { observed }: Context,
  from: EpochMs,
  backAfter: number = timeOut,
  isStruck: (end: RunEnd) => boolean = wasKilled,
): EpochMs => {
  const struckAt = [...observed.alerts.ends.values()]
    .filter(isStruck)
    .map(({ startedAt }) => startedAt)
    .sort((a, b) => a - b)
  let by = from + readWithin
  for (const at of struckAt) if (at > by - backAfter && at <= by) by = at + backAfter
  return by
}

/** A destination is given so long for what it fails at. */
const failsFor = 2 * hour

/** What a destination takes may be what shows that it does not take something else: that is put aside in the same turn. */
const turn = minute

/** By when what such a message shows is put aside: where its turn went wrong, by a later one, but before anything tells it. */
const asideBy = ({ observed }: Context, following: Said, own: Said): EpochMs => {
  const end = observed.alerts.ends.get(following.process)
  const wentWell = end?.outcome.kind === 'done' && !end.isDisturbed
  return wentWell ? following.at + turn : Math.max(following.at + turn, own.at)
}

/**
 * Whether something lay in the dead letters, where the destination had failed for two hours since it was to be told that: whoever
 * does not take the original hears of what follows on it, and of the original once it is moved back.
 */
export const wasPutAside = (
  context: Context,
  { id, subject }: AttendanceEvent,
  following: Said,
  own: Said,
): boolean => {
  const { observed } = context
  const { destination } = own
  const { putAside, refusals } = observed.alerts
  const at = putAside.get(tellingOf(destination, id))
  const from = queuedAt(observed, id) ?? Number.POSITIVE_INFINITY
  return (
    at !== undefined &&
    at <= asideBy(context, following, own) &&
    refusals.some(
      (each) =>
        each.destination === destination &&
        each.disliked?.of.has(subject) !== false &&
        each.at >= from &&
        each.at <=
          Math.min(at, following.at + turn) - (each.disliked?.dislike === 'refuses' ? 0 : failsFor),
    )
  )
}

/**
 * Whether something could not even be written down for so long that its queue gave it up: it lies in the dead letters until an
 * operator moves it back, and what follows on it is told meanwhile.
 */
export const wasGivenUp = ({ observed }: Context, { id }: AttendanceEvent): boolean =>
  observed.alerts.movedBack.has(id)

/** The destinations where each deployment of a run has a rule that names an event. */
export const alwaysNamedAt = ({ plan }: Context, { event }: Told): string[] => {
  const [first = new Set<string>(), ...others] = plan.deployments.map(
    ({ deployment }) =>
      new Set(
        deployment.alerts
          .filter((rule) => wants(rule, event, plan.homeZone))
          .flatMap(destinationsOf),
      ),
  )
  return [...first].filter((each) => others.every((other) => other.has(each)))
}

/**
 * Nobody reads that something was wrong, or is over, before they have read of it: what still gathers is
 * told with what puts it right.
 */
export const alertsInOrder: Invariant = function* (context) {
  const { told, toldOfRecords, observed } = context
  const first = firstTellings(observed)
  const firstAnyhow = firstTellingsOrCounts(observed)
  for (const original of told) {
    const puttingRight = toldOfRecords(original.event).filter(
      ({ event }) =>
        isFollowedBy(original.event, event) &&
        (isCorrectedBy(original.event, event) || isSettledBy(original.event, event)),
    )
    if (puttingRight.length === 0 || wasGivenUp(context, original.event)) continue
    const readBy = readyBy(
      context,
      queuedAt(observed, original.event.id) ?? Number.POSITIVE_INFINITY,
    )
    for (const destination of alwaysNamedAt(context, original)) {
      const own = firstAnyhow.get(tellingOf(destination, original.event.id))
      if (own === undefined) continue
      for (const { event: later } of puttingRight) {
        const following = first.get(tellingOf(destination, later.id))
        if (following === undefined || following.at >= own.at || following.at < readBy) continue
        if (wasPutAside(context, original.event, following, own)) continue
        yield {
          employeeId: later.subject,
          message: `${destination} was told ${later.type} ${later.id} at ${utc(following.at)}, and what that follows on, ${original.event.type} ${original.event.id}, at ${utc(own.at)}`,
        }
      }
    }
  }
}
