import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { eventIn } from '../../oracle/event-in.ts'
import { firstBelieved } from '../../oracle/first-believed.ts'
import { epochMs, utc } from '../../oracle/moments.ts'
import { employeeRecord } from '../../oracle/versions.ts'
import type { Spell } from '../../system/faults.ts'
import type { ObservedReplay } from '../../system/replays/observed-replays.ts'
import type { Context, Invariant } from '../context.ts'
import { lateKnows } from '../late-subscriber.ts'
import { endpointsOf } from './endpoint-view.ts'

/** What the target of a snapshot got of it, and of all that was published since. */
const heardBy = ({ request, received, begunAt }: ObservedReplay, context: Context) => {
  const { to } = request
  if ('queue' in to) {
    const stream = context.observed.deliveries.filter(({ at }) => at >= begunAt)
    return [...received, ...stream.map(({ message }) => message)].map(eventIn)
  }
  const requests =
    endpointsOf(context).find(({ webhook }) => webhook.name === to.webhook)?.requests ?? []
  return requests
    .filter(({ isKept, arrivedAt }) => isKept && (arrivedAt ?? 0) >= begunAt)
    .map(({ body }): AttendanceEvent => JSON.parse(body))
}

/** What a queue got of a snapshot that is not marked as such. */
const unmarked = ({ received }: ObservedReplay) =>
  received.find((message) => {
    const { attributes } = message
    const { snapshot, baseline } = eventIn(message)
    const isMarked = snapshot === true && baseline === true && attributes['snapshot'] === 'true'
    return !isMarked || attributes['replayed'] !== undefined
  })

/** Whether somebody's item could be read for as long as a snapshot took: else nothing may be said of them, or half of it. */
const couldBeRead = ({ observed }: Context, { begunAt, progress }: ObservedReplay, id: string) => {
  const endedAt = progress === null ? Number.POSITIVE_INFINITY : epochMs(progress.updatedAt)
  const isMeanwhile = ({ from, to }: Spell): boolean => from <= endedAt && to >= begunAt
  return (
    !observed.troubles.unreadableItems.some((each) => each.id === id && isMeanwhile(each)) &&
    !observed.versions.ahead.some((each) => each.record === employeeRecord(id) && isMeanwhile(each))
  )
}

/**
 * Whoever is told how everyone is, though whoever tells it is killed over it, and hears of what follows, has in
 * the end the picture of whoever was there from the beginning.
 */
export const snapshotsComplete: Invariant = function* (context) {
  const firstOf = firstBelieved(context.people, context.looks.clockings, 'clockings')
  for (const replay of context.observed.replays) {
    if (!('snapshot' in replay.request)) continue
    if (unmarked(replay) !== undefined)
      yield { employeeId: null, message: `a snapshot of ${utc(replay.begunAt)} is not marked` }
    const events = heardBy(replay, context)
    // Whose state could not be read then nothing was said of, nor of what a first reading is silent about.
    const told = new Set(events.flatMap((each) => (each.snapshot ? [each.subject] : [])))
    const hadBeenRead = (id: string): boolean =>
      !context.isBaselined(id) || (firstOf(id)?.poll.endedAt ?? replay.begunAt) < replay.begunAt
    const hasJoinedSince = (id: string): boolean =>
      !context.isBaselined(id) && context.toldOf(id).every(({ at }) => at >= replay.begunAt)
    yield* lateKnows(context, {
      at: replay.begunAt,
      events,
      isTold: (id) =>
        couldBeRead(context, replay, id) &&
        ((told.has(id) && hadBeenRead(id)) || hasJoinedSince(id)),
    })
  }
}

/** How everyone is only those are told who are to be. */
export const snapshotsDisturbNobody: Invariant = function* (context) {
  const told = new Set(
    context.observed.replays.flatMap(({ request }) =>
      'snapshot' in request && 'webhook' in request.to ? [request.to.webhook] : [],
    ),
  )
  const others = endpointsOf(context).filter(({ webhook }) => !told.has(webhook.name))
  for (const { webhook, triesOf } of others)
    for (const [id, [first]] of triesOf)
      if (first !== undefined && JSON.parse(first.body).snapshot)
        yield { employeeId: null, message: `${webhook.name} was told ${id}, of a snapshot` }
  for (const { message } of context.observed.deliveries)
    if (message.attributes['snapshot'] === 'true' || message.attributes['replayed'] === 'true')
      yield { employeeId: null, message: `the topic had ${message.body.slice(0, 60)} again` }
}
