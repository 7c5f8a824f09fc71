import { type EpochMs, minute, second, utc } from '../../oracle/moments.ts'
import type { Context, Invariant, Told } from '../context.ts'
import { type EndpointView, endpointsOf } from './endpoint-view.ts'

/** What a queue has had for so long has been read. */
const readWithin = 5 * minute
/** What is sent so soon after something was kept had been decided upon before. */
const decidedFor = 10 * second

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
  const keptAt = observed.webhooks.kept.get(webhook.name)?.get(id) ?? never
  const from = Math.min(queuedAt(id) + readWithin, keptAt + decidedFor)
  return { told, from, to: Math.min(kept ?? never, givenUp ?? never) }
}

/** Where more than 2,000 wait for an endpoint, the odd one may overtake, and all that was taken with it then. */
const most = 1_900

type Span = { from: EpochMs; to: EpochMs }

/** When more wait for an endpoint than are put in order. */
const crowdedSpans = (waiting: readonly Outstanding[]): Span[] => {
  const steps = waiting
    .flatMap(({ from, to }) => [
      { at: from - readWithin, by: 1 },
      { at: Math.max(to, from - readWithin), by: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.by - b.by)
  const spans: Span[] = []
  let count = 0
  let since: EpochMs | null = null
  for (const { at, by } of steps) {
    count += by
    if (count > most) since ??= at
    else if (since !== null) {
      spans.push({ from: since, to: at })
      since = null
    }
  }
  return since === null ? spans : [...spans, { from: since, to: Number.POSITIVE_INFINITY }]
}

/**
 * An endpoint that wants order gets nothing of an employee while something earlier is neither through nor
 * given up. What the topic brings late is only known from then on.
 */
export const webhooksInOrder: Invariant = function* (context) {
  for (const view of endpointsOf(context)) {
    if (!view.webhook.ordered) continue
    const waiting = view.wanted.map((told) => outstanding(told, view, context))
    const crowded = crowdedSpans(waiting)
    const isCrowded = (at: EpochMs) => crowded.some(({ from, to }) => from <= at && at <= to)
    const bySubject = Map.groupBy(waiting, ({ told }) => told.event.subject)
    for (const [employeeId, ofPerson] of bySubject)
      for (const { told, from, to } of ofPerson) {
        if (from >= to) continue
        const { sequence, id } = told.event
        for (const {
          told: { event },
        } of ofPerson) {
          if (event.sequence <= sequence) continue
          const early = view.triesOf
            .get(event.id)
            ?.find(({ sentAt }) => sentAt >= from && sentAt < to)
          if (early === undefined || view.isTroubled(from - readWithin, early.sentAt)) continue
          if (isCrowded(early.sentAt)) continue
          const message = `${view.webhook.name} was sent ${event.id} at ${utc(early.sentAt)}, while ${id} was to come first`
          yield { employeeId, message }
        }
      }
  }
}
