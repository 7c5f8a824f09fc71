import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { type EpochMs, hour, minute, second, utc } from '../../oracle/moments.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import type { Context, Invariant } from '../context.ts'
import { type EndpointView, endpointsOf, hasFailed } from './endpoint-view.ts'
import { askedFor, subjectOf } from './left-alone.ts'
import { doesCount, obstructionsOf, openingAfter } from './obstructions.ts'
import { isReplayed } from './once.ts'

/** When an event is tried again, by docs/webhooks.md, and by how much later at most. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
const jitter = 1.1
const mostTries = pauses.length + 1
/** How much later something is sent than it could be. */
const margin = minute / 2
/** So long it takes, at most, for each of what else is sent meanwhile: an employee's go one by one. */
const perRequest = second
/** How far the clocks of two runs may be apart. */
const clocks = 8 * second

/** A try of an event, after so many that failed: for certain, and at most; and whether the one before is among these. */
type Paced = {
  before: EndpointRequest
  next: EndpointRequest
  certain: number
  most: number
  isCounted: boolean | null
}

/** The tries of an event, each with the one before, since it came, or came back from the dead letters. */
function* consecutive(
  tries: readonly EndpointRequest[],
  queuedAt: EpochMs,
  redrivenAt: EpochMs,
  { isNoted, cameBack, isTroubled }: EndpointView,
): Generator<Paced> {
  let [certain, most] = [0, 0]
  for (const [n, before] of tries.entries()) {
    const next = tries[n + 1]
    if (next === undefined || isReplayed(next) || next.sentAt >= redrivenAt) return
    if (cameBack(before.id, before.sentAt, next.sentAt)) {
      certain = most = 0
      continue
    }
    // One that is told that an endpoint is no more does not count.
    const isCounted = before.heard?.status === 410 ? false : doesCount(before, queuedAt)
    if (isCounted !== false) most++
    // What a run that was struck had on its way may be written over what another noted since.
    const isKept = isNoted(before) && !isTroubled(before.sentAt, before.heard?.at ?? before.sentAt)
    if (isCounted === true && hasFailed(before) && isKept) certain++
    yield { before, next, certain, most, isCounted }
  }
}

/** What is wrong with when a try was made; null where nothing is. */
const amiss = (
  { before, next, certain, most, isCounted }: Paced,
  view: EndpointView,
  latestAfter: (due: EpochMs, request: EndpointRequest) => EpochMs,
): string | null => {
  const { heard } = before
  if (heard === null || heard.status === 410 || !hasFailed(before) || !view.isNoted(before))
    return null
  if (isCounted === null) return null
  const asked = askedFor(before) ?? 0
  const least = isCounted ? pauses[certain - 1] : asked
  if (least === undefined) return 'after it was to be given up'
  if (next.sentAt < heard.at + least - clocks) return 'too early'
  const latest = isCounted ? (pauses[most - 1] ?? Number.POSITIVE_INFINITY) * jitter : asked
  const due = heard.at + latest
  return next.sentAt > latestAfter(due, next) + margin ? 'too late' : null
}

type Head = Pick<AttendanceEvent, 'subject' | 'sequence'> & { until: EpochMs }

/** What has failed at an endpoint that wants order, be it of a snapshot, and until when it may hold back others. */
const headsOf = ({ webhook, triesOf }: EndpointView): Head[] =>
  [...triesOf.values()].flatMap((tries) => {
    // What holds back others does so until it is due itself, though it be through before.
    const failed = tries.findLast((each) => hasFailed(each) || each.heard === null)
    if (!webhook.ordered || failed === undefined) return []
    const { subject, sequence }: AttendanceEvent = JSON.parse(failed.body)
    return [{ subject, sequence, until: failed.sentAt + pauses[8] * jitter }]
  })

/** Whether something of the same employee was to come first when a request was due. */
const isHeldBack = (heads: readonly Head[], { body }: EndpointRequest, due: EpochMs): boolean => {
  if (heads.length === 0) return false
  const own: AttendanceEvent = JSON.parse(body)
  return heads.some(
    ({ subject, sequence, until }) =>
      subject === own.subject && sequence < own.sequence && until >= due,
  )
}

/** An event is tried when it comes, and again as the schedule says, wherever nothing at its own endpoint is in the way. */
export const webhooksPaced: Invariant = function* (context: Context) {
  const { redrivenAt } = context.observed.webhooks
  for (const view of endpointsOf(context)) {
    const obstructions = obstructionsOf(view, context)
    const heads = headsOf(view)
    const { name } = view.webhook
    const latestAfter = (due: EpochMs, request: EndpointRequest) => {
      const { sentAt } = request
      if (sentAt <= due + margin) return due
      const open = openingAfter(obstructions, subjectOf(request), due, sentAt)
      if (sentAt <= open + margin) return open
      const meanwhile = view.requests.filter((each) => each.sentAt > open && each.sentAt < sentAt)
      return open + meanwhile.length * perRequest
    }
    for (const [id, tries] of view.triesOf) {
      const [first] = tries
      if (first === undefined) continue
      const queuedAt = view.queuedAt(id)
      if (
        Number.isFinite(queuedAt) &&
        first.sentAt > latestAfter(queuedAt, first) + margin &&
        !isHeldBack(heads, first, queuedAt)
      )
        yield {
          employeeId: null,
          message: `${name} got ${id} of ${utc(queuedAt)} at ${utc(first.sentAt)}`,
        }
      for (const paced of consecutive(tries, queuedAt, redrivenAt, view)) {
        const what = amiss(paced, view, latestAfter)
        if (what === null) continue
        const { before, next, certain } = paced
        const isExcused =
          what === 'too late'
            ? isHeldBack(heads, before, before.sentAt)
            : view.isTroubled(before.sentAt, next.sentAt)
        if (isExcused) continue
        const at = `${utc(next.sentAt)}, after try ${certain} of ${mostTries} at ${utc(before.sentAt)}`
        yield { employeeId: null, message: `${name} was sent ${id} ${what}: ${at}` }
      }
    }
  }
}
