import { day, type EpochMs, minute, second, utc } from '../../oracle/moments.ts'
import type { Context, Invariant } from '../context.ts'
import { type EndpointView, endpointsOf, hasFailed } from './endpoint-view.ts'
import { pausesOf, subjectOf } from './pauses.ts'

/** What was begun when an answer was heard goes on; and clocks may be off. */
const slack = 9 * second
/** For so long an endpoint fails before it is stopped, but for the odd clock. */
const stoppedAfter = 5 * day - minute
/** Requests under way at one endpoint. */
const mostAtOnce = 8

/** When somebody's word that an endpoint is to go on may have its effect first, from a moment on. */
const resumedAfter = ({ resumed }: EndpointView, moment: EpochMs): EpochMs =>
  resumed.reduce(
    (first, { from, to }) => (to >= moment ? Math.min(first, Math.max(from, moment)) : first),
    Number.POSITIVE_INFINITY,
  )

/** Since when, and until when, an endpoint is not to be asked, by what it answered or how long it failed. */
const closures = (view: EndpointView, context: Context) => {
  const { name } = view.webhook
  const stops = context.observed.webhooks.stopped
    .filter(({ endpoint, process }) => {
      const run = context.observed.webhooks.runs.get(process)
      return endpoint === name && run?.isDisturbed === false
    })
    .map(({ at }) => ({ why: 'is stopped', from: at, to: resumedAfter(view, at) }))
  const answers = view.requests.flatMap((request) => {
    const { heard } = request
    if (heard?.status !== 410 || !view.isNoted(request)) return []
    return [{ why: 'is no more', from: heard.at, to: resumedAfter(view, heard.at) }]
  })
  const pauses = pausesOf(view).flatMap(({ request, asked, isEveryone, isKnown }) => {
    if (!view.isNoted(request) || (isKnown && !isEveryone)) return []
    const { at } = request.heard
    const pause = isEveryone ? asked : Math.min(asked, minute)
    const to = Math.min(at + pause - slack, resumedAfter(view, at))
    return [{ why: 'asked for a pause', from: at, to }]
  })
  return [...stops, ...answers, ...pauses].filter(({ from, to }) => to > from + slack)
}

/** What somebody is told of is left alone for as long as was asked for with them. */
export const webhooksObeyOfEach: Invariant = function* (context) {
  for (const view of endpointsOf(context))
    for (const { request, asked, subject } of pausesOf(view)) {
      if (!view.isNoted(request) || subject === '') continue
      const { at } = request.heard
      const to = Math.min(at + asked - slack, resumedAfter(view, at))
      const early = view.requests.find(
        (each) => each.sentAt > at + slack && each.sentAt < to && subjectOf(each) === subject,
      )
      if (early === undefined || view.isTroubled(request.sentAt, early.sentAt)) continue
      const message = `${view.webhook.name} asked for a pause with ${subject} at ${utc(at)}, and was sent ${early.id} at ${utc(early.sentAt)}`
      yield { employeeId: subject, message }
    }
}

/** An endpoint is left alone as long as it asks for, or until somebody resumes it where it is stopped. */
export const webhooksObey: Invariant = function* (context) {
  for (const view of endpointsOf(context))
    for (const { why, from, to } of closures(view, context)) {
      const early = view.requests.find(({ sentAt }) => sentAt > from + slack && sentAt < to)
      if (early === undefined) continue
      const message = `${view.webhook.name} ${why} since ${utc(from)}, and was sent ${early.id} at ${utc(early.sentAt)}`
      yield { employeeId: null, message }
    }
}

/** Nobody is stopped for failing who has not failed for five days. */
export const webhooksStopLate: Invariant = function* (context) {
  const { stopped } = context.observed.webhooks
  for (const { webhook, requests } of endpointsOf(context))
    for (const { endpoint, at, reason } of stopped) {
      if (endpoint !== webhook.name || reason === 'HTTP 410') continue
      const since = at - stoppedAfter
      const hasFailedLong = requests.some((each) => hasFailed(each) && each.sentAt <= since)
      if (!hasFailedLong)
        yield { employeeId: null, message: `${endpoint} is stopped at ${utc(at)}: ${reason}` }
    }
}

/** No endpoint has more requests at once than it is told. */
export const webhooksFewAtOnce: Invariant = function* (context) {
  for (const { webhook, requests } of endpointsOf(context)) {
    const edges = requests.flatMap(({ sentAt, heard }) =>
      heard === null ? [] : [[sentAt, 1] as const, [heard.at, -1] as const],
    )
    let open = 0
    for (const [at, change] of edges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
      open += change
      if (open <= mostAtOnce) continue
      yield { employeeId: null, message: `${webhook.name} had ${open} requests at ${utc(at)}` }
      break
    }
  }
}
