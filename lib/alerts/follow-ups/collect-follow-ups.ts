import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import { isAbout, nameOfType } from '../../routing/matching.ts'
import type { NotificationStore } from '../../store/deliveries/notifications.ts'
import {
  type Addition,
  allClearOf,
  backOf,
  followUpAddition,
  type Pace,
} from '../receiving/collect.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { greaterOf, rulesTo, showsAsMuch } from '../rules/levels.ts'
import { type Following, followingOf } from './following.ts'
import { type FollowUp, followingTypes, isFollower, mayBringBack } from './what-follows.ts'
import { followUpNotifications, type Routes } from './who-was-notified.ts'

/** By whose pace something is sent where no rule goes any more: at once. */
const noRule: Pace = { name: '', group: 0 }

/**
 * The pace of what follows on something that a destination was notified of: that of the fastest rule
 * for what it follows on, or the event itself, of the same person, that may show as much; or else of one that it may follow on.
 */
const paceOfFollowing = (
  event: AttendanceEvent,
  { destination, show, originals }: Following,
  rules: readonly AlertRule[],
): Pace => {
  const names = [nameOfType(event), ...originals.map(({ type }) => type)]
  const isOfAbsence = 'absence' in event.data
  const there = rulesTo(destination, rules)
    .filter((rule) => isAbout(rule, event))
    .filter((rule) => !isOfAbsence || showsAsMuch(rule.show, show))
    .toSorted((a, b) => a.group - b.group)
  return (
    there.find(({ on }) => names.some((name) => on.includes(name))) ??
    there.find(({ on }) => followingTypes(on).includes(nameOfType(event))) ??
    noRule
  )
}

type FollowUpAddition = Addition & { followUp: FollowUp }

/**
 * What an event adds because of earlier notifications, whether or not a rule names its type. Whoever
 * is notified of it so was notified of its records, and is to hear what follows on that.
 * @throws {EventTooLargeError} where it cannot be kept
 */
const followUpsOf = async (
  event: AttendanceEvent,
  routes: Routes,
  notifications: NotificationStore,
  now: EpochMs,
): Promise<FollowUpAddition[]> => {
  const { rules } = routes
  const names = rules.flatMap(({ on }) => on)
  if (!isFollower(event, names)) return []
  const following = await followingOf(event, routes, notifications)
  const followUps = following.flatMap((each) => {
    const pace = paceOfFollowing(event, each, rules)
    const addition = followUpAddition(event, each.destination, each, pace, now)
    return addition === null ? [] : [{ each, addition }]
  })
  await notifications.note(followUps.flatMap(({ each }) => followUpNotifications(event, each)))
  return followUps.map(({ each: { followUp }, addition }) => ({ ...addition, followUp }))
}

/**
 * What an event adds at a destination by a rule that wants it, with what it adds there because of
 * earlier notifications: of two levels, the one that shows more counts, and of two paces, that of the
 * faster one is kept. It is there because of the type of an absence only where it is so by both.
 */
const withFollowUp = (own: Addition, { show, waiting }: FollowUpAddition): Addition => {
  const more = showsAsMuch(own.show, show) ? {} : { event: waiting.event }
  const isSooner = epochMs(waiting.dueAt) < epochMs(own.waiting.dueAt)
  const sooner = isSooner ? { rule: waiting.rule, dueAt: waiting.dueAt } : {}
  const { isByType, ...wanted } = own.waiting
  const isByTypeAlone = isByType === true && waiting.isByType === true
  return {
    destination: own.destination,
    show: greaterOf(own.show, show),
    waiting: { ...wanted, ...more, ...sooner, ...(isByTypeAlone && { isByType }) },
  }
}

/** What an event adds as what follows on something: what is news as well, by an id of its own. */
const asFollowUp = (
  event: AttendanceEvent,
  { followUp }: Pick<FollowUpAddition, 'followUp'>,
  addition: Addition,
): Addition => {
  if (followUp === 'all-clear') return allClearOf(addition)
  return mayBringBack(event) ? backOf(addition) : addition
}

/**
 * What an event adds by the rules that want it, and for those who were notified of the original that
 * it corrects or settles. Whoever is notified of the event anyway is not notified twice: an all-clear, or that it is back, goes with it,
 * or alone where it has gone already.
 * @param own what it adds by the rules that want it, which may turn out to be an all-clear
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const withFollowUps = async (
  event: AttendanceEvent,
  own: readonly Addition[],
  routes: Routes,
  notifications: NotificationStore,
  now: EpochMs,
): Promise<Addition[]> => {
  const followUps = await followUpsOf(event, routes, notifications, now)
  const byDestination = new Map(followUps.map((each) => [each.destination, each]))
  const wanted = new Set(own.map(({ destination }) => destination))
  return [
    ...own.flatMap((each) => {
      const followUp = byDestination.get(each.destination)
      if (followUp === undefined) return [each]
      const both = withFollowUp(each, followUp)
      const besides = asFollowUp(event, followUp, both)
      return besides === both ? [both] : [both, besides]
    }),
    ...followUps
      .filter(({ destination }) => !wanted.has(destination))
      .map(({ followUp, ...addition }) => asFollowUp(event, { followUp }, addition)),
  ]
}

/**
 * What an event adds once people are notified of what it corrects or settles, and that comes after it.
 * Whoever has heard of it by a rule that wants it has heard the correction with it, by the same id; an
 * all-clear is sent all the same, and shows as much, since it may be sent first.
 * @param own what the event adds by the rules that want it
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const lateFollowUps = async (
  event: AttendanceEvent,
  own: readonly Addition[],
  routes: Routes,
  notifications: NotificationStore,
  now: EpochMs,
): Promise<Addition[]> => {
  const followUps = await followUpsOf(event, routes, notifications, now)
  return followUps.map(({ followUp, ...addition }) => {
    const wanted = own.find(({ destination }) => destination === addition.destination)
    const all = wanted === undefined ? addition : withFollowUp(wanted, { followUp, ...addition })
    return asFollowUp(event, { followUp }, all)
  })
}
