import type { DeliveryRecord } from '../../../../lib/store/webhooks/delivery-record.ts'
import { epochMs, second } from '../../oracle/moments.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import type { Context, Invariant } from '../context.ts'
import { type EndpointView, endpointsOf, hasFailed } from './endpoint-view.ts'
import { doesCount, triedFor } from './obstructions.ts'

/** How far the clock of a run may be off. */
const clocks = 5 * second
/** So many tries are kept of an event. */
const keptTries = 20
/** After so many an event is given up. */
const mostTries = 10
/** So many an event has that waited for an earlier one, however long. */
const leastTries = 4

const isThrough = (request: EndpointRequest): boolean =>
  request.heard !== null && !hasFailed(request)

/** What is wrong with what was written down of a delivery; null where nothing is. */
const amiss = (record: DeliveryRecord, view: EndpointView): string | null => {
  const requests = view.triesOf.get(record.id) ?? []
  const invented = record.tries.find(
    ({ at, status }) =>
      !requests.some(
        ({ sentAt, heard }) => heard?.status === status && Math.abs(sentAt - epochMs(at)) <= clocks,
      ),
  )
  if (invented !== undefined) return `a try at ${invented.at} that was none`
  const lacking = requests
    .slice(-keptTries)
    .find(
      (each) =>
        view.isNoted(each) &&
        !record.tries.some(({ at }) => Math.abs(each.sentAt - epochMs(at)) <= clocks),
    )
  if (lacking !== undefined && !view.isTroubled(lacking.sentAt, Number.POSITIVE_INFINITY))
    return `not the try at ${lacking.sentAt}`
  const hasArrived = requests.some(isThrough)
  if (record.state === 'delivered') return hasArrived ? null : 'that it is through'
  const [first] = requests
  const isExcused =
    first !== undefined && view.isTroubled(first.sentAt, Number.POSITIVE_INFINITY) && hasArrived
  return isExcused ? null : `that it is ${record.state}`
}

/** What is written down of each delivery is what happened, and in the end that it is through. */
export const webhooksRecorded: Invariant = function* (context) {
  for (const view of endpointsOf(context)) {
    const { name } = view.webhook
    const records = context.observed.webhooks.records.get(name) ?? []
    const byId = new Map(records.map((record) => [record.id, record]))
    for (const { event } of view.wanted) {
      const record = byId.get(event.id)
      const what = record === undefined ? 'nothing' : amiss(record, view)
      if (what !== null)
        yield { employeeId: event.subject, message: `${name}: of ${event.id} is written ${what}` }
    }
  }
}

/**
 * An event is given up after ten tries that failed, and not before; then it is a dead letter. Where order is wanted,
 * what waited behind an earlier one has as long, in which it waited, and four tries or more.
 */
export const webhooksGivenUp: Invariant = function* (context: Context) {
  const { deadLetters, redrivenAt } = context.observed.webhooks
  for (const view of endpointsOf(context)) {
    const { name } = view.webhook
    const given = new Map(
      deadLetters.filter(({ endpoint }) => endpoint === name).map((each) => [each.id, each.at]),
    )
    // What got through, as was written down, and is sent again has ten tries anew.
    const failedBy = (id: string, moment: number) => {
      const tries = (view.triesOf.get(id) ?? []).filter(({ sentAt }) => sentAt < moment)
      return tries
        .slice(tries.findLastIndex((each) => isThrough(each) && view.isNoted(each)) + 1)
        .filter(({ heard }) => heard?.status !== 410)
    }
    const waitedLong = (id: string, at: number): boolean =>
      view.webhook.ordered && at - view.knownSince(id) >= triedFor
    const counting = (id: string, moment: number, other: boolean | null) =>
      failedBy(id, moment).filter((each) => {
        const isCounted = doesCount(each, view.queuedAt(id))
        return isCounted === true || isCounted === other
      })
    for (const [id, at] of given)
      if (counting(id, at, null).length < (waitedLong(id, at) ? leastTries : mostTries))
        yield { employeeId: null, message: `${name}: ${id} was given up too early` }
    for (const { event } of view.wanted) {
      const failed = counting(event.id, redrivenAt, true).filter(view.isNoted)
      if (failed.length >= mostTries && !given.has(event.id))
        yield { employeeId: event.subject, message: `${name}: ${event.id} is no dead letter` }
    }
  }
}
