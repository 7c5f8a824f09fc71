import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs, second, utc } from '../../attendance/moments.ts'
import { matches, showOfRoute } from '../../routing/matching.ts'
import { redactEvent } from '../../routing/redact.ts'
import type { Show, ShowOfKind } from '../../routing/where.ts'
import type { Notification } from '../../store/deliveries/notifications.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { destinationKey, destinationsOf } from '../rules/destinations.ts'
import { isByTypeOf, showsAsMuch } from '../rules/levels.ts'

/** What an event adds to what waits for a destination, and how much that shows of an absence. */
export type Addition = { destination: string; show: Show; waiting: Waiting }

/** DynamoDB holds 400 KB in an item; an event of our own has less than 256. */
const maxEventBytes = 300_000

/** An event that no item can hold. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError'
}

/**
 * An event as an item keeps it.
 * @throws {EventTooLargeError} where none can
 */
export const written = (event: AttendanceEvent): string => {
  const text = JSON.stringify(event)
  if (Buffer.byteLength(text) > maxEventBytes)
    throw new EventTooLargeError(`The event has more than ${maxEventBytes} bytes`)
  return text
}

/**
 * The id of an event at a destination: the same for every repeat, whichever rules want it there by
 * then. Ids sort in the order in which things were seen.
 */
export const idAtDestination = ({ recordedtime, id }: AttendanceEvent): string =>
  `${recordedtime}##${id}`

/** By which rule's pace something is sent. */
export type Pace = Pick<AlertRule, 'name' | 'group'>

/**
 * When an event is due, and with what: as soon as the rule has gathered for long enough since it
 * was seen.
 */
const paceOf = (
  event: AttendanceEvent,
  { name, group }: Pace,
  now: EpochMs,
): Pick<Waiting, 'rule' | 'dueAt'> => {
  const seen = Math.min(epochMs(event.recordedtime), now)
  return { rule: name, dueAt: utc(seen + group * second) }
}

/** A rule that wants an event, and the event as the rule may show it. */
export type Wanting = { rule: AlertRule; shown: AttendanceEvent }

/**
 * The rules that want an event, each with the event as it may show it.
 * @param zone the zone of events that carry none of their own
 */
export const wantingsOf = (
  event: AttendanceEvent,
  rules: readonly AlertRule[],
  zone: string,
): Wanting[] =>
  rules.flatMap((rule) => {
    // What was so before the first run is nobody's alert.
    const isWanted = !event.baseline && matches(rule, event, zone)
    const shown = isWanted ? redactEvent(event, showOfRoute(rule)) : null
    return shown === null ? [] : [{ rule, shown }]
  })

const byType = (isByType: boolean): Pick<Waiting, 'isByType'> => (isByType ? { isByType } : {})

/** What of several rules that want an event at one destination waits there, at the pace of the fastest. */
const waitingOf = (
  there: readonly [Wanting, ...Wanting[]],
  now: EpochMs,
): Omit<Addition, 'destination'> => {
  const most = there.reduce((one, other) =>
    showsAsMuch(one.rule.show, other.rule.show) ? one : other,
  )
  const fastest = there.reduce((one, other) => (other.rule.group < one.rule.group ? other : one))
  const waiting = {
    id: idAtDestination(most.shown),
    ...paceOf(most.shown, fastest.rule, now),
    event: written(most.shown),
    ...byType(there.every(({ rule, shown }) => isByTypeOf(shown, rule))),
  }
  return { show: most.rule.show, waiting }
}

/**
 * What an event adds: to each destination once, however many rules want it there. The first
 * thing that waits for a rule decides when the rule's next message is due.
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const additionsOf = (wantings: readonly Wanting[], now: EpochMs): Addition[] => {
  const all = wantings.flatMap((wanting) =>
    destinationsOf(wanting.rule).map((to) => ({ destination: destinationKey(to), wanting })),
  )
  return [...Map.groupBy(all, ({ destination }) => destination)].flatMap(([destination, there]) => {
    const [first, ...others] = there.map(({ wanting }) => wanting)
    return first === undefined ? [] : [{ destination, ...waitingOf([first, ...others], now) }]
  })
}

/** What follows on another event, at one destination; null where it may not be shown there. */
export const followUpAddition = (
  event: AttendanceEvent,
  destination: string,
  { show, shows, isByType }: Pick<Notification, 'show' | 'isByType'> & { shows: ShowOfKind },
  pace: Pace,
  now: EpochMs,
): Addition | null => {
  const shown = redactEvent(event, shows)
  if (shown === null) return null
  const waiting = {
    id: idAtDestination(event),
    ...paceOf(event, pace, now),
    event: written(shown),
    ...byType(isByType),
  }
  return { destination, show, waiting }
}

const onceMoreMark = '#once-more'

/**
 * What follows on something that is told only now, and has perhaps been sent without it: it is sent after it, once more if need be, by
 * an id of its own, each time another: what is on its way already may have gone before.
 * @param of the event that brings it: several may be told at one moment, and each has its own followers told after it
 */
export const onceMoreAfter = (
  original: AttendanceEvent,
  { waiting, ...where }: Addition,
  of: AttendanceEvent,
  now: EpochMs,
): Addition => {
  const time = [original.sequence, of.sequence].map(BigInt).join('#')
  return {
    ...where,
    waiting: {
      ...waiting,
      id: `${waiting.id}${onceMoreMark}#${time}#${now.toString(36)}`,
      after: idAtDestination(original),
    },
  }
}

/**
 * All by which something counts as notified once it went out: what was sent once more, after what it follows on, may lie in the
 * dead letters itself, and need not be read again when it is moved back.
 */
export const notifiedAs = (id: string): string[] => {
  const at = id.indexOf(onceMoreMark)
  return at === -1 ? [id] : [id, id.slice(0, at)]
}

const allClearMark = '#all-clear'

/** The id of an event as an all-clear, or as what is back: what it is beside news. */
export const allClearId = (id: string): string => `${id}${allClearMark}`

/** The id by which others are to be read after an event, in whichever way that waits: as news, as an all-clear, or once more. */
export const idAsOriginal = (id: string): string =>
  [onceMoreMark, allClearMark].reduce((rest, mark) => rest.split(mark)[0] ?? rest, id)

/**
 * What an event adds where it settles something: by an id of its own, so that it is sent whether or not the event itself
 * has gone out by then. Of both that wait at once one is made.
 */
export const allClearOf = ({ waiting, ...where }: Addition): Addition => ({
  ...where,
  waiting: { ...waiting, id: allClearId(waiting.id), as: 'all-clear' },
})

/** What an event adds where it shows that something is there after all, likewise. */
export const backOf = ({ waiting, ...where }: Addition): Addition => ({
  ...where,
  waiting: { ...waiting, id: allClearId(waiting.id), isBack: true },
})
