import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { takesOver } from '../../deployments.ts'
import type { EpochMs } from '../../oracle/moments.ts'
import { leftOutIn, tellingOf, tellingsIn } from '../../system/observed.ts'
import type { Context, Invariant } from '../context.ts'
import { followed } from './followed.ts'
import { queuedAt } from './observed.ts'
import { destinationsOf, mayBeWithheld, wants } from './wanted.ts'

/** Until when each deployment of a run may read what comes, by that of the next, which takes over at once or bit by bit. */
const readsUntil = ({ plan }: Context): EpochMs[] =>
  plan.deployments.map((_, n) => {
    const next = plan.deployments[n + 1]?.at ?? Number.POSITIVE_INFINITY
    return next + (plan.isGradual ? takesOver : 0)
  })

/** Whom the rules of each deployment that may have read an event want to be told of it. */
const wantedBy = (context: Context, event: AttendanceEvent): Set<string>[] => {
  const { plan, observed } = context
  const from = queuedAt(observed, event.id) ?? Number.NEGATIVE_INFINITY
  const until = readsUntil(context)
  return plan.deployments
    .filter((_, n) => from <= (until[n] ?? Number.POSITIVE_INFINITY))
    .map(
      ({ deployment }) =>
        new Set(
          deployment.alerts
            .filter((rule) => wants(rule, event, plan.homeZone))
            .flatMap(destinationsOf),
        ),
    )
}

/** A digest goes by the time for which it was scheduled. */
const isDigest = /Z$/

/**
 * What all rules that there were since an event came want told is told, and nothing that none of them wants, but to whoever was
 * told something that it corrects or settles: to all of them.
 */
export const alertsTold: Invariant = function* (context) {
  const { told, observed } = context
  const { leftovers } = observed.alerts
  const tellings = new Set(observed.alerts.said.flatMap(tellingsIn))
  const leftOut = leftOutIn(observed)
  const allowed = new Set<string>()
  for (const { event } of told) {
    const [first, ...others] = wantedBy(context, event)
    for (const wanted of [first, ...others])
      for (const destination of wanted ?? []) allowed.add(tellingOf(destination, event.id))
    for (const destination of first ?? [])
      if (
        others.every((wanted) => wanted.has(destination)) &&
        !mayBeWithheld(context.plan, destination, event) &&
        !tellings.has(tellingOf(destination, event.id)) &&
        !leftOut.has(tellingOf(destination, event.id))
      )
        yield {
          employeeId: event.subject,
          message: `${destination} was not told ${event.type} ${event.id} of ${event.recordedtime}`,
        }
  }
  const following = followed(context, tellings)
  for (const { subject, of, tellings: each } of following.owed)
    if (!each.some((telling) => tellings.has(telling)))
      yield { employeeId: subject, message: `after ${of} nobody was told ${each.join(' or ')}` }
  for (const telling of [...tellings, ...leftOut])
    if (!allowed.has(telling) && !following.allowed.has(telling) && !isDigest.test(telling))
      yield { employeeId: null, message: `nobody wanted ${telling}` }
  if (leftovers.waiting.length > 0 || leftovers.dead > 0)
    yield { employeeId: null, message: `left over: ${JSON.stringify(leftovers).slice(0, 500)}` }
}
