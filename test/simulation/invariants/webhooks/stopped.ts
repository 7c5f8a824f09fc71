import { day, type EpochMs, epochMs, hour, minute, utc } from '../../oracle/moments.ts'
import type { Spell } from '../../system/faults.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import type { Context, Invariant } from '../context.ts'
import { type EndpointView, endpointsOf, hasFailed } from './endpoint-view.ts'

/** For so long an endpoint fails before operations hear of it, and before it is stopped. */
const reportedAfter = 12 * hour
const stoppedAfter = 5 * day
/** How an endpoint that fails is, is reported every quarter of an hour. */
const reportedEvery = 15 * minute
/** A run notes that an endpoint fails when it has sent what is due; and clocks may be off. */
const slack = 3 * minute

/** Tries that failed, and none that did not, while something waited all the time. */
type Streak = { since: EpochMs; until: EpochMs; requests: EndpointRequest[] }

/** From when until when something waited for an endpoint for certain: from a try that failed until it was through or given up. */
const waits = (view: EndpointView, { observed }: Context): Spell[] => {
  const { name } = view.webhook
  const given = observed.webhooks.deadLetters.filter(({ endpoint }) => endpoint === name)
  return [...view.triesOf].flatMap(([id, tries]) => {
    const first = tries.find((each) => hasFailed(each) && view.isNoted(each))
    const through = tries.find(({ isKept }) => isKept)?.sentAt ?? Number.POSITIVE_INFINITY
    const dead = given.find((each) => each.id === id)?.at ?? Number.POSITIVE_INFINITY
    return first === undefined ? [] : [{ from: first.sentAt, to: Math.min(through, dead) }]
  })
}

/** Until when something waits without a gap, from a moment on. */
const waitsUntil = (spells: readonly Spell[], moment: EpochMs): EpochMs => {
  let until = moment
  for (const { from, to } of spells) {
    if (from + slack > until && from > moment) break
    if (to > until) until = to
  }
  return until
}

function* streaksOf(view: EndpointView, context: Context): Generator<Streak> {
  const spells = waits(view, context).toSorted((a, b) => a.from - b.from)
  // A run that something went through says that the endpoint is there, whatever it refused then.
  const answered = new Set(
    view.requests.flatMap(({ process, isKept }) => (isKept ? [process] : [])),
  )
  let streak: Streak | null = null
  for (const request of view.requests) {
    const { sentAt } = request
    const isAnswered = answered.has(request.process)
    const since = streak?.since ?? sentAt
    const isResumed = view.resumed.some(({ from, to }) => to >= since && from <= sentAt)
    const isBroken = isResumed || isAnswered || (streak !== null && sentAt > streak.until)
    if (isBroken && streak !== null) {
      yield streak
      streak = null
    }
    if (isResumed || isAnswered || !hasFailed(request) || !view.isNoted(request)) continue
    streak ??= { since: sentAt, until: waitsUntil(spells, sentAt), requests: [] }
    streak.requests.push(request)
  }
  if (streak !== null) yield streak
}

/**
 * An endpoint at which every try has failed for five days is stopped by the next one that fails: docs/webhooks.md. What
 * waits is tried once a day or more often.
 */
export const webhooksStop: Invariant = function* (context) {
  const { stopped } = context.observed.webhooks
  for (const view of endpointsOf(context)) {
    const { name } = view.webhook
    for (const { since, requests } of streaksOf(view, context)) {
      const last = requests.find(({ sentAt }) => sentAt > since + stoppedAfter + slack)
      if (last === undefined) continue
      const isStopped = stopped.some(({ process }) => process === last.process)
      if (!isStopped)
        yield {
          employeeId: null,
          message: `${name} has failed since ${utc(since)}, and is not stopped at ${utc(last.sentAt)}`,
        }
    }
  }
}

/** That an endpoint has failed for twelve hours is reported soon, as alarms go by it: docs/webhooks.md. */
export const webhooksFailingReported: Invariant = function* (context) {
  const { failing } = context.observed.webhooks
  for (const view of endpointsOf(context)) {
    const { name } = view.webhook
    const reports = failing.filter(({ endpoint }) => endpoint === name)
    for (const { since, requests } of streaksOf(view, context)) {
      const from = since + reportedAfter
      const to = from + reportedEvery + slack
      const lasts = requests.some(({ sentAt }) => sentAt > to)
      if (!lasts || view.isTroubled(from - reportedEvery, to)) continue
      const isReported = reports.some(
        ({ at, failingSince }) => at >= from && at <= to && epochMs(failingSince) <= since + slack,
      )
      if (!isReported)
        yield { employeeId: null, message: `${name} has failed since ${utc(since)}: not reported` }
    }
  }
}
