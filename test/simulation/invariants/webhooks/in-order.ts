import { type EpochMs, minute, utc } from '../../oracle/moments.ts'
import type { Context, Invariant, Told } from '../context.ts'
import { type EndpointView, endpointsOf } from './endpoint-view.ts'

/** What a queue has had for so long has been read. */
const readWithin = 5 * minute

type Outstanding = { told: Told; from: EpochMs; to: EpochMs }

/** Since when an event was to go to an endpoint, and when it was through or given up. */
const outstanding = (
  told: Told,
  { webhook, triesOf, queuedAt }: EndpointView,
  { observed }: Context,
): Outstanding => {
  const { id } = told.event
  const kept = triesOf.get(id)?.find(({ isKept }) => isKept)?.arrivedAt
  const givenUp = observed.webhooks.deadLetters.find(
    (each) => each.endpoint === webhook.name && each.id === id,
  )?.at
  const never = Number.POSITIVE_INFINITY
  return { told, from: queuedAt(id) + readWithin, to: Math.min(kept ?? never, givenUp ?? never) }
}

/**
 * An endpoint that wants order gets nothing of an employee while something earlier is neither through nor
 * given up. What the topic brings late is only known from then on.
 */
export const webhooksInOrder: Invariant = function* (context) {
  for (const view of endpointsOf(context)) {
    if (!view.webhook.ordered) continue
    const bySubject = Map.groupBy(view.wanted, ({ event }) => event.subject)
    for (const [employeeId, all] of bySubject)
      for (const { told, from, to } of all.map((each) => outstanding(each, view, context))) {
        if (from >= to) continue
        const { sequence, id } = told.event
        for (const { event } of all) {
          if (event.sequence <= sequence) continue
          const early = view.triesOf
            .get(event.id)
            ?.find(({ sentAt }) => sentAt >= from && sentAt < to)
          if (early === undefined || view.isTroubled(from - readWithin, early.sentAt)) continue
          const message = `${view.webhook.name} was sent ${event.id} at ${utc(early.sentAt)}, while ${id} was to come first`
          yield { employeeId, message }
        }
      }
  }
}
