import { type EpochMs, hour, minute } from '../../oracle/moments.ts'
import type { Spell } from '../../system/faults.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import type { Context } from '../context.ts'
import type { EndpointView } from './endpoint-view.ts'
import { askedFor, type LeftAlone, leftAlone } from './left-alone.ts'

/** A stopped endpoint is looked at, and reported, every quarter of an hour. */
const reportedEvery = 16 * minute

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

/** A span in which something was in the way of whatever is to go to an endpoint, or of what is of somebody. */
export type Obstruction = Spell & Partial<Pick<LeftAlone, 'of'>>

/** When something at an endpoint itself was in the way of what is to go there, in order of their beginnings. */
export const obstructionsOf = (view: EndpointView, context: Context): Obstruction[] => {
  const stops = context.observed.webhooks.stopped.filter(
    ({ endpoint }) => endpoint === view.webhook.name,
  )
  return [
    ...view.troubles,
    ...wakeless(view),
    ...unwoken(view, context),
    ...leftAlone(view.requests),
    ...stops.map(({ at }) => ({ from: at, to: at + reportedEvery })),
  ].toSorted((a, b) => a.from - b.from)
}

/** From when on nothing was in the way of something of somebody that is due, as far as is known when it is sent. */
export const openingAfter = (
  obstructions: readonly Obstruction[],
  subject: string,
  due: EpochMs,
  sentAt: EpochMs,
): EpochMs => {
  let open = due
  for (const { from, to, of = null } of obstructions) {
    if (from > sentAt) break
    if (of !== null && of !== subject) continue
    if (to > open) open = to
  }
  return open
}
