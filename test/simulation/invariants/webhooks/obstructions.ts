import { type EpochMs, hour, minute, second } from '../../oracle/moments.ts'
import type { Spell } from '../../system/faults.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import type { Context } from '../context.ts'
import { type EndpointView, hasFailed } from './endpoint-view.ts'

/** How long an endpoint that fails is left alone where it does not ask for it. */
const pauseWhenDown = 2 * minute
/** A stopped endpoint is looked at, and reported, every quarter of an hour. */
const reportedEvery = 16 * minute
/** From this on an answer is slow: what waits meanwhile waits longer. */
const slow = second

/** For how long an endpoint asks to be left alone, as far as that is obeyed; null where it does not ask. */
export const askedFor = ({ heard }: EndpointRequest): number | null => {
  if (heard === null || heard.retryAfter === null) return null
  const { status, retryAfter } = heard
  if (status !== 429 && status !== 503) return null
  return Math.min(Math.max(retryAfter, second), hour)
}

/** An event is tried for so long, at least. */
export const triedFor = 75.5 * hour
/** By how much later an event may have come than its queue had it, or its tries have taken longer. */
const laterBy = 3 * hour

/**
 * Whether a try that asked too much of an endpoint is one of the ten of an event: not for three days after that came.
 * Null where nobody can say.
 */
export const doesCount = (request: EndpointRequest, queuedAt: EpochMs): boolean | null => {
  if (askedFor(request) === null) return true
  const age = request.sentAt - queuedAt
  if (age < triedFor) return false
  return age > triedFor + laterBy ? true : null
}

const pauseAfter = (request: EndpointRequest): Spell[] => {
  const { sentAt, heard } = request
  const to = heard?.at ?? sentAt + minute
  if (hasFailed(request)) return [{ from: sentAt, to: to + (askedFor(request) ?? pauseWhenDown) }]
  return to - sentAt > slow ? [{ from: sentAt, to }] : []
}

/** A wake that no run can heed for so long is a dead letter: the next event looks after what was due. */
const longestWake = 6 * hour

/** Where all runs of an endpoint's function were struck for too long, until the next one began. */
const wakeless = ({ runs }: EndpointView): Spell[] => {
  const spells: Spell[] = []
  let from = Number.POSITIVE_INFINITY
  for (const { startedAt, endedAt, isDisturbed } of runs) {
    if (startedAt - from > longestWake) spells.push({ from, to: endedAt })
    from = isDisturbed ? Math.min(from, startedAt) : Number.POSITIVE_INFINITY
  }
  return spells
}

/** Who had planned a wake that became a dead letter is woken by the next event. */
const unwoken = ({ webhook: { name } }: EndpointView, { observed }: Context): Spell[] => {
  const queued = [...(observed.webhooks.queued.get(name)?.values() ?? [])].toSorted((a, b) => a - b)
  const nextAfter = (at: EpochMs): EpochMs =>
    queued.find((each) => each > at) ?? Number.POSITIVE_INFINITY
  return observed.webhooks.died
    .filter(({ endpoint }) => endpoint === name)
    .map(({ at }) => ({ from: at, to: nextAfter(at) }))
}

/** When something at an endpoint itself was in the way of what is to go there, in order of their ends. */
export const obstructionsOf = (view: EndpointView, context: Context): Spell[] => {
  const stops = context.observed.webhooks.stopped.filter(
    ({ endpoint }) => endpoint === view.webhook.name,
  )
  return [
    ...view.troubles,
    ...wakeless(view),
    ...unwoken(view, context),
    ...view.requests.flatMap(pauseAfter),
    ...stops.map(({ at }) => ({ from: at, to: at + reportedEvery })),
  ].toSorted((a, b) => a.from - b.from)
}

/** From when on nothing was in the way of something that is due, as far as is known when it is sent. */
export const openingAfter = (
  obstructions: readonly Spell[],
  due: EpochMs,
  sentAt: EpochMs,
): EpochMs => {
  let open = due
  for (const { from, to } of obstructions) {
    if (from > sentAt) break
    if (to > open) open = to
  }
  return open
}
