import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import type { Webhook } from '../../../../lib/webhooks/webhook-settings.ts'
import { type EpochMs, hour, minute } from '../../oracle/moments.ts'
import type { Spell } from '../../system/faults.ts'
import type { DeliveryRun, EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import { isAbout, isAboutKind, isInHours, isOfKind, isPrivate, kindOf } from '../alerts/wanted.ts'
import type { Context, Told } from '../context.ts'

/** One endpoint of a run, and all that it saw. */
export type EndpointView = {
  webhook: Webhook
  requests: readonly EndpointRequest[]
  /** The requests of each event, in the order in which they were sent. */
  triesOf: ReadonlyMap<string, readonly EndpointRequest[]>
  /** What it is to get. */
  wanted: readonly Told[]
  /** Runs of its function, in order. */
  runs: readonly DeliveryRun[]
  /** Those that were killed, or that a fault struck. */
  troubles: readonly Spell[]
  /** When somebody's word that it is to go on may have had its effect. */
  resumed: readonly Spell[]
  /** Whether whoever sent a request has written down what came of it. */
  isNoted: (request: EndpointRequest) => boolean
  /** When its queue first had an event. */
  queuedAt: (id: string) => EpochMs
  /** When it first had one, whoever put it there: the topic, or a replay. */
  knownSince: (id: string) => EpochMs
  /** Whether an event was given up between two moments, and came once more before the second: that begins its tries anew. */
  cameBack: (id: string, from: EpochMs, to: EpochMs) => boolean
  /** Whether something was in the way of its function in a span. */
  isTroubled: (from: EpochMs, to: EpochMs) => boolean
}

const never = Number.POSITIVE_INFINITY
/** What a process that was struck had on its way may arrive for so long. */
const aftermath = 10 * minute
/** A word that nobody heeds comes again for so long: a hundred times, four minutes apart. */
const longestWord = 7 * hour

/** Whether an endpoint is to get an event, by its settings: docs/webhooks.md. */
export const wantedAt = (webhook: Webhook, event: AttendanceEvent, homeZone: string): boolean => {
  const { events, show } = webhook
  return (
    events?.some((name) => event.type === `attendance.${name}`) !== false &&
    isAbout(webhook, event) &&
    isInHours(webhook, event, homeZone) &&
    isAboutKind(webhook, kindOf(event)) &&
    !isPrivate(event, show) &&
    !(show === 'opaque' && isOfKind(event))
  )
}

/** A run heeds a word that it is handed before all else; one that is struck perhaps later, and another does so once more. */
const resumedOf = (
  runs: readonly DeliveryRun[],
  words: readonly EpochMs[],
): EndpointView['resumed'] =>
  runs
    .filter(
      ({ isToResume, startedAt }) =>
        isToResume && words.some((at) => at <= startedAt && startedAt <= at + longestWord),
    )
    .map(({ startedAt, endedAt, isDisturbed }) => ({
      from: startedAt,
      to: isDisturbed ? endedAt + aftermath : startedAt,
    }))

const viewOf = (webhook: Webhook, { observed, told, plan }: Context): EndpointView => {
  const { name } = webhook
  const all = observed.webhooks
  const requests = all.requests
    .filter(({ endpoint }) => endpoint === name)
    .toSorted((a, b) => a.sentAt - b.sentAt)
  const runs = [...all.runs.values()]
    .filter(({ endpoint }) => endpoint === name)
    .toSorted((a, b) => a.startedAt - b.startedAt)
  const troubles = runs
    .filter(({ isDisturbed }) => isDisturbed)
    .map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt + aftermath }))
  const queued = all.queued.get(name)
  const words = all.resumed.filter(({ endpoint }) => endpoint === name).map(({ at }) => at)
  return {
    webhook,
    requests,
    runs,
    triesOf: Map.groupBy(requests, ({ id }) => id),
    wanted: told.filter(({ event }) => wantedAt(webhook, event, plan.homeZone)),
    troubles,
    resumed: resumedOf(runs, words),
    isNoted: ({ process }) => all.runs.get(process)?.isDisturbed === false,
    cameBack: (id, from, to) => {
      const isHere = (each: { endpoint: string; id: string }): boolean =>
        each.endpoint === name && each.id === id
      return all.deadLetters.some(
        (letter) =>
          isHere(letter) &&
          letter.at >= from &&
          all.broughtAgain.some((each) => isHere(each) && each.at >= letter.at && each.at <= to),
      )
    },
    queuedAt: (id) => queued?.get(id) ?? never,
    knownSince: (id) =>
      Math.min(...[queued, all.replayed.get(name)].map((each) => each?.get(id) ?? never)),
    isTroubled: (from, to) => troubles.some((each) => each.to >= from && each.from <= to),
  }
}

const known = new WeakMap<Context, EndpointView[]>()

/** Every endpoint of a run. */
export const endpointsOf = (context: Context): EndpointView[] => {
  const views = known.get(context) ?? context.plan.webhooks.map((each) => viewOf(each, context))
  known.set(context, views)
  return views
}

/** Whether a request was answered, and not with 2xx. */
export const hasFailed = ({ heard }: EndpointRequest): boolean =>
  heard !== null && (heard.status === null || heard.status < 200 || heard.status > 299)
