import { utc } from '../../oracle/moments.ts'
import type { Invariant } from '../context.ts'
import { endpointsOf } from './endpoint-view.ts'

/**
 * Every event that an endpoint wants arrives there, and nothing else does: nothing that was not
 * published before, and nothing that its settings keep from it.
 */
export const webhooksArrive: Invariant = function* (context) {
  const publishedAt = new Map(context.told.map(({ event, at }) => [event.id, at]))
  for (const { webhook, wanted, triesOf } of endpointsOf(context)) {
    const { name } = webhook
    for (const { event } of wanted)
      if (triesOf.get(event.id)?.some(({ isKept }) => isKept) !== true)
        yield { employeeId: event.subject, message: `${name} never got ${event.type} ${event.id}` }
    const wantedIds = new Set(wanted.map(({ event }) => event.id))
    for (const [id, [first]] of triesOf) {
      if (first === undefined) continue
      const isWanted = wantedIds.has(id)
      // A snapshot was not published.
      if (JSON.parse(first.body).snapshot === true) continue
      if (isWanted && first.sentAt >= (publishedAt.get(id) ?? Number.POSITIVE_INFINITY)) continue
      const why = isWanted ? 'before it was published' : 'and does not want it'
      yield { employeeId: null, message: `${name} got ${id} at ${utc(first.sentAt)} ${why}` }
    }
  }
}

/** In the end nothing waits for an endpoint, and nothing fails of itself. */
export const webhooksEnd: Invariant = function* (context) {
  const { webhooks } = context.observed
  if (webhooks.deadInTheEnd > 0)
    yield {
      employeeId: null,
      message: `${webhooks.deadInTheEnd} dead letters of webhooks are left`,
    }
  for (const { process, error } of webhooks.problems)
    if (webhooks.runs.get(process)?.isDisturbed === false)
      yield { employeeId: null, message: `${process} failed with ${String(error)}` }
  for (const [process, { outcome }] of webhooks.runs)
    if (outcome.kind === 'failed')
      yield { employeeId: null, message: `${process} failed with ${String(outcome.error)}` }
}
