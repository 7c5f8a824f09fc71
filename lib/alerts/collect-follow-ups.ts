import { type AttendanceEvent, type EventName, eventNames } from '../attendance/events.ts'
import type { EpochMs } from '../attendance/moments.ts'
import type { AlertRule, Show } from '../platform/alert-settings.ts'
import type { Told, ToldStore } from '../store/told.ts'
import { type Addition, additionFor, followUpId } from './collect.ts'
import {
  type FollowUp,
  followingTypes,
  followUpOn,
  recordsFollowed,
  recordsTold,
} from './follow-ups.ts'
import { nameOfType } from './rules.ts'
import { isOfSicknessAlone } from './show.ts'

/** What rules tell of an event's records. */
export const toldBy = (event: AttendanceEvent, additions: readonly Addition[]): Told[] => {
  const rules = new Set(additions.map(({ waiting }) => waiting.rule))
  return recordsTold(event).flatMap((record) =>
    [...rules].map((rule) => ({ record, rule, type: nameOfType(event) })),
  )
}

const isEventName = (type: string): type is EventName => eventNames.some((name) => name === type)

/** What an event is to each rule that told something of its records before. */
const rulesFollowed = async (
  event: AttendanceEvent,
  rules: readonly AlertRule[],
  store: ToldStore,
): Promise<Map<string, FollowUp>> => {
  const found = await Promise.all(recordsFollowed(event).map((record) => store.rulesOf(record)))
  const followed = new Map<string, FollowUp>()
  for (const { rule: name, types } of found.flat()) {
    const rule = rules.find((each) => each.name === name)
    if (rule === undefined) continue
    // A rule may have been told more before it became opaque.
    const told = types
      .filter(isEventName)
      .filter((type) => rule.show !== 'opaque' || !isOfSicknessAlone(`attendance.${type}`))
    const followUp = followUpOn(event, told)
    if (followUp !== null && followed.get(name) !== 'all-clear') followed.set(name, followUp)
  }
  return followed
}

const levels: readonly Show[] = ['opaque', 'category', 'full']

/**
 * What an event adds for those who were told the original that it corrects or settles, though no
 * rule of theirs names its type. Whoever is told of the event anyway is not told twice.
 * @param own what it adds by the rules that want it, which may turn out to be an all-clear
 * @throws {EventTooLargeError} where it cannot be kept
 */
export const withFollowUps = async (
  event: AttendanceEvent,
  own: readonly Addition[],
  rules: readonly AlertRule[],
  store: ToldStore,
  now: EpochMs,
): Promise<Addition[]> => {
  const isFollowing = followingTypes(rules.flatMap(({ on }) => on)).includes(nameOfType(event))
  if (event.baseline || !isFollowing) return [...own]
  const additions = [...own]
  for (const [name, followUp] of await rulesFollowed(event, rules, store)) {
    const rule = rules.find((each) => each.name === name)
    if (rule === undefined) continue
    for (const addition of additionFor(event, rule, now)) {
      const known = additions.findIndex(({ destination }) => destination === addition.destination)
      const { destination, waiting } = additions[known] ?? {
        ...addition,
        waiting: { ...addition.waiting, id: followUpId(event) },
      }
      const as = followUp === 'all-clear' ? { as: followUp } : {}
      const other = rules.find((each) => each.name === waiting.rule)
      const tellsMore =
        other !== undefined && levels.indexOf(rule.show) > levels.indexOf(other.show)
      // Of two rules that tell it there, the one that tells more, as it did of the original.
      const { event: shown, rule: teller } = addition.waiting
      const told = tellsMore ? { event: shown, rule: teller } : {}
      const index = known === -1 ? additions.length : known
      additions[index] = { destination, waiting: { ...waiting, ...told, ...as } }
      // Where several rules want it there, each says the same of it.
      for (const [at, each] of additions.entries())
        if (each.destination === destination)
          additions[at] = { destination, waiting: { ...each.waiting, ...as } }
    }
  }
  return additions
}
