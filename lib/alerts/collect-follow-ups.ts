import type { AttendanceEvent } from '../attendance/events.ts'
import { type EpochMs, epochMs } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import type { ToldStore } from '../store/told.ts'
import { type ToldRecord, toldEventText } from '../store/told-record.ts'
import { type Addition, followUpAddition, type Pace } from './collect.ts'
import { corrects, type FollowUp, isFollower, recordsFollowed, settledAmong } from './follow-ups.ts'
import { greaterOf, rulesTo, tellsAsMuch } from './levels.ts'
import { nameOfType } from './rules.ts'
import {
  type Listener,
  listenersOf,
  type Routes,
  toldItself,
  toldOpenAgain,
} from './who-was-told.ts'

/** What an event is to a destination that was told what it follows on. */
type Following = Omit<Listener, 'destination'> & { followUp: FollowUp }

const merged = (one: Following | undefined, other: Following): Following =>
  one === undefined
    ? other
    : {
        followUp: one.followUp === 'all-clear' ? 'all-clear' : other.followUp,
        show: greaterOf(one.show, other.show),
        isByType: one.isByType && other.isByType,
        originals: [...one.originals, ...other.originals],
      }

/**
 * Whom an event concerns because they were told of one of its records before, and how. What was
 * overdue is settled by one event alone, however many ends it has: that of the break, the clock-out.
 */
const followingOn = async (
  event: AttendanceEvent,
  { record, told }: { record: string; told: readonly ToldRecord[] },
  routes: Routes,
  store: ToldStore,
): Promise<(Following & { destination: string })[]> => {
  const listeners = listenersOf(event, told, routes)
  await store.note(toldOpenAgain(event, record, listeners))
  const cleared = new Map<string, boolean>()
  for (const overdue of settledAmong(
    event,
    listeners.flatMap(({ originals }) => originals),
  )) {
    const text = toldEventText(overdue)
    if (!cleared.has(text)) cleared.set(text, await store.clear(record, overdue, event.id))
  }
  return listeners.flatMap((listener): (Following & { destination: string })[] => {
    const { originals } = listener
    if (settledAmong(event, originals).some((overdue) => cleared.get(toldEventText(overdue))))
      return [{ ...listener, followUp: 'all-clear' }]
    const types = originals.map(({ type }) => type)
    return corrects(event, types) ? [{ ...listener, followUp: 'correction' }] : []
  })
}

/**
 * Whom an event concerns because they were told of its records before, and how.
 * @param own what it adds by the rules that want it
 */
const followingOf = async (
  event: AttendanceEvent,
  own: readonly Addition[],
  routes: Routes,
  store: ToldStore,
): Promise<Map<string, Following>> => {
  const following = new Map<string, Following>()
  const records = recordsFollowed(event)
  const told = await Promise.all(records.map((record) => store.whoWasTold(record)))
  // Of each record for itself: the parts of a clocking have corrections of their own.
  const all = await Promise.all(
    records.map((record, n) => followingOn(event, { record, told: told[n] ?? [] }, routes, store)),
  )
  for (const { destination, ...each } of all.flat())
    following.set(destination, merged(following.get(destination), each))
  // By a rule that wanted the event itself, and does no longer or had its turn.
  for (const destination of toldItself(event, told.flat()))
    if (own.every((each) => each.destination !== destination)) following.delete(destination)
  return following
}

/** By whose pace something is told where no rule goes any more: at once. */
const noRule: Pace = { name: '', group: 0 }

/**
 * The pace of what follows on something told at a destination: that of the fastest rule that tells
 * what it follows on, or the event itself, and may tell as much.
 */
const paceOfFollowing = (
  event: AttendanceEvent,
  { show, originals }: Following,
  rules: readonly AlertRule[],
): Pace => {
  const names = [nameOfType(event), ...originals.map(({ type }) => type)]
  const isOfAbsence = 'absence' in event.data
  const [fastest = noRule] = rules
    .filter((rule) => !isOfAbsence || tellsAsMuch(rule.show, show))
    .filter(({ on }) => names.some((name) => on.includes(name)))
    .toSorted((a, b) => a.group - b.group)
  return fastest
}

/**
 * What an event adds, with what it adds at one destination because of what that was told. Of rules
 * that want it there, each says the same of it; of two levels, the one that tells more is told, and
 * of two paces, that of the faster one is kept.
 */
const withFollowUp = (
  additions: readonly Addition[],
  { destination, waiting }: Addition,
  { followUp, show }: Following,
  there: readonly AlertRule[],
): Addition[] => {
  const as = followUp === 'all-clear' ? { as: followUp } : {}
  const first = additions.findIndex((each) => each.destination === destination)
  if (first === -1) return [...additions, { destination, waiting: { ...waiting, ...as } }]
  return additions.map((each, index) => {
    if (each.destination !== destination) return each
    const own = there.find(({ name }) => name === each.waiting.rule)
    const isMore = index === first && !tellsAsMuch(own?.show ?? 'opaque', show)
    const more = isMore ? { event: waiting.event, rule: waiting.rule } : {}
    const isSooner = index === first && epochMs(waiting.dueAt) < epochMs(each.waiting.dueAt)
    const sooner = isSooner ? { rule: waiting.rule, dueAt: waiting.dueAt } : {}
    return { destination, waiting: { ...each.waiting, ...more, ...sooner, ...as } }
  })
}

/**
 * What an event adds for those who were told the original that it corrects or settles, whether or not
 * a rule names its type. Whoever is told of the event anyway is not told twice.
 * @param own what it adds by the rules that want it, which may turn out to be an all-clear
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const withFollowUps = async (
  event: AttendanceEvent,
  own: readonly Addition[],
  routes: Routes,
  store: ToldStore,
  now: EpochMs,
): Promise<Addition[]> => {
  const { rules } = routes
  const names = rules.flatMap(({ on }) => on)
  if (!isFollower(event, names)) return [...own]
  let additions = [...own]
  for (const [destination, following] of await followingOf(event, own, routes, store)) {
    const there = rulesTo(destination, rules)
    const pace = paceOfFollowing(event, following, there)
    const addition = followUpAddition(event, destination, following, pace, now)
    if (addition === null) continue
    additions = withFollowUp(additions, addition, following, there)
  }
  return additions
}
