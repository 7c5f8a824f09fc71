import type { LoggedEvent } from '../../../../lib/store/events/segment-record.ts'
import { utc } from '../../oracle/moments.ts'
import type { ObservedReplay } from '../../system/replays/observed-replays.ts'
import type { Context, Invariant } from '../context.ts'
import { endpointsOf } from './endpoint-view.ts'
import { isReplayed } from './once.ts'

/** What the event log has in the end, each event once. */
const loggedIn = ({ observed }: Context): Map<string, LoggedEvent> =>
  new Map([...observed.log.lanes.values()].flat().map((event) => [event.id, event]))

/** Whether an event is of what was asked to be sent again. */
const isAskedFor = ({ request }: ObservedReplay, event: LoggedEvent): boolean => {
  if ('snapshot' in request) return false
  const { span, types, employeeId } = request
  const at = Date.parse(event.recordedtime)
  return (
    at >= Date.parse(span.from) &&
    at < Date.parse(span.to) &&
    (types === null || types.includes(event.type)) &&
    (employeeId === null || event.attributes['employeeId'] === employeeId)
  )
}

/** What must be sent, as it was in the log when somebody asked, and what may be. */
const expectedOf = (replay: ObservedReplay, log: ReadonlyMap<string, LoggedEvent>) => {
  const allowed = new Map([...log].filter(([, event]) => isAskedFor(replay, event)))
  const owed = [...allowed.keys()].filter((id) => replay.logged.has(id))
  return { allowed, owed }
}

/** What a queue got of a replay: the span, each event to the byte, marked as sent again. */
function* atQueue(replay: ObservedReplay, log: ReadonlyMap<string, LoggedEvent>) {
  const { allowed, owed } = expectedOf(replay, log)
  const got = new Map<string, number>()
  for (const { body, attributes } of replay.received) {
    const { id }: { id: string } = JSON.parse(body)
    got.set(id, (got.get(id) ?? 0) + 1)
    const event = allowed.get(id)
    if (event === undefined) yield `got ${id}, which nobody asked for`
    else if (event.message !== body) yield `got another ${id} than was published`
    const { replayed, ...others } = attributes
    const isMarked = replayed === 'true' && others['type'] === event?.type
    if (event !== undefined && !isMarked) yield `got ${id} without its attributes`
  }
  for (const id of owed) if (!got.has(id)) yield `did not get ${id}`
  const twice = [...got].find(([, count]) => count > 1)
  if (twice !== undefined && !replay.isDisturbed) yield `got ${twice[0]} ${twice[1]} times`
}

/** What an endpoint got of it: of the span what it wants, though what still waited is not marked. */
function* atEndpoint(
  name: string,
  replay: ObservedReplay,
  context: Context,
  log: ReadonlyMap<string, LoggedEvent>,
) {
  const view = endpointsOf(context).find(({ webhook }) => webhook.name === name)
  if (view === undefined) return
  const wanted = new Set(view.wanted.map(({ event }) => event.id))
  for (const id of expectedOf(replay, log).owed) {
    const again = view.triesOf
      .get(id)
      ?.some(({ isKept, arrivedAt }) => isKept && (arrivedAt ?? 0) >= replay.begunAt)
    if (wanted.has(id) && again !== true) yield `did not get ${id}`
  }
}

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((a, b) => a + b, 0)

/** A dry run sends nothing, and counts what would be sent. */
function* whenDry(replay: ObservedReplay, log: ReadonlyMap<string, LoggedEvent>) {
  const { allowed, owed } = expectedOf(replay, log)
  const counted = sum(replay.progress?.counts ?? {})
  if (replay.received.length > 0) yield `got ${replay.received.length} events of a dry run`
  if (counted < owed.length || counted > allowed.size)
    yield `was to get ${owed.length} to ${allowed.size} events, by a count ${counted}`
}

/** Of a span that is sent again its target gets exactly the events that were asked for, marked; and it ends. */
export const replaysRepeat: Invariant = function* (context) {
  const log = loggedIn(context)
  for (const replay of context.observed.replays) {
    const { request, progress, begunAt } = replay
    if (progress?.state !== 'done')
      yield { employeeId: null, message: `the replay of ${utc(begunAt)} did not end` }
    if ('snapshot' in request) continue
    const { to } = request
    const amiss = request.isDryRun
      ? whenDry(replay, log)
      : 'queue' in to
        ? atQueue(replay, log)
        : atEndpoint(to.webhook, replay, context, log)
    const target = 'queue' in to ? 'the queue' : to.webhook
    for (const what of amiss)
      yield { employeeId: null, message: `${target} ${what} (replay of ${utc(begunAt)})` }
  }
}

/** Nobody is sent anything again but whom somebody named, and of what they named. */
export const replaysDisturbNobody: Invariant = function* (context) {
  const log = loggedIn(context)
  for (const { webhook, requests } of endpointsOf(context)) {
    const { name } = webhook
    const own = context.observed.replays.filter(
      ({ request: { to, isDryRun } }) => !isDryRun && 'webhook' in to && to.webhook === name,
    )
    for (const request of requests.filter(isReplayed)) {
      const event = log.get(request.id)
      const isAsked = own.some(
        (replay) =>
          event !== undefined && isAskedFor(replay, event) && replay.begunAt <= request.sentAt,
      )
      if (!isAsked) yield { employeeId: null, message: `${name} got ${request.id} again, unasked` }
    }
  }
}
