import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import { originalsAmong, thingsLatestFirst } from '../follow-ups/originals.ts'
import { recordsOf } from '../follow-ups/records.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { isStale } from '../wording/group-message.ts'
import { asSeen, type Group, groupOf, type Thing } from './group.ts'
import type { ShownWaiting } from './shown-now.ts'

/** Where a rule is no longer in the settings, what waits for it is still sent. */
const defaultStaleAfterHours = 12

/**
 * One event that waits twice: by the pace of the sooner, as an all-clear where either is one, and in its own right where it does by
 * either.
 */
const together = (one: Thing, other: Thing): Thing => {
  const sooner = epochMs(other.dueAt) < epochMs(one.dueAt) ? other : one
  const isInItsOwnRight = one.follows.length === 0 || other.follows.length === 0
  return {
    ...sooner,
    as: one.as ?? other.as,
    isBack: one.isBack ?? other.isBack,
    ids: [...one.ids, ...other.ids],
    follows: isInItsOwnRight ? [] : [...one.follows, ...other.follows],
  }
}

/** What waits, each event once. */
const thingsIn = (all: readonly ShownWaiting[]): Thing[] => {
  const things = new Map<string, Thing>()
  for (const { waiting, shown } of all) {
    if (typeof shown === 'string') continue
    const { id, rule, dueAt, as, isBack, after } = waiting
    const follows = after === undefined ? [] : [after]
    const thing = { ids: [id], rule, dueAt, as, isBack, shown, follows }
    const other = things.get(shown.id)
    things.set(shown.id, other === undefined ? thing : together(other, thing))
  }
  return [...things.values()]
}

/** What is due, in the order of messages: of each rule everything that waits for it, as soon as the first of it is. */
const dueByRule = (things: readonly Thing[], now: EpochMs): Map<string, Thing[]> => {
  const byRule = [...Map.groupBy(things, ({ rule }) => rule)]
  return new Map(byRule.filter(([, each]) => each.some(({ dueAt }) => epochMs(dueAt) <= now)))
}

/** The turns of things, where nothing of a record comes in an earlier message than what was seen of it before. */
const inTheirOrder = (
  things: readonly Thing[],
  turnOf: (thing: Thing) => number | undefined,
): ReadonlyMap<Thing, number> => {
  const turns = new Map<Thing, number>()
  const latest = new Map<string, number>()
  for (const thing of things.toSorted(asSeen)) {
    const own = turnOf(thing)
    if (own === undefined) continue
    const records = recordsOf(thing.shown)
    const turn = Math.max(own, ...records.map((record) => latest.get(record) ?? own))
    turns.set(thing, turn)
    for (const record of records) latest.set(record, turn)
  }
  return turns
}

/**
 * What is due, and in the message of each correction and each all-clear that of the same record which
 * came before it, whichever rule that waits for: nobody reads of the end of something first. What several follow on
 * goes with the one whose message is the first.
 */
const withOriginals = (things: readonly Thing[], now: EpochMs): Thing[][] => {
  const due = [...dueByRule(things, now).values()]
  const own = new Map(due.flatMap((theirs, turn) => theirs.map((thing) => [thing, turn] as const)))
  const along = new Map<Thing, number>()
  const turnOf = (thing: Thing): number | undefined => along.get(thing) ?? own.get(thing)
  const originalsOf = originalsAmong(things)
  for (const followUp of thingsLatestFirst(things)) {
    const turn = turnOf(followUp)
    if (turn === undefined) continue
    for (const thing of originalsOf(followUp))
      along.set(thing, Math.min(turn, along.get(thing) ?? turn))
  }
  const turns = inTheirOrder(things, turnOf)
  return due.map((_, turn) => things.filter((thing) => turns.get(thing) === turn))
}

/** Whether something would arrive as if new though it is not; that something is over now, or back, is new. */
const isLate = ({ shown, as, isBack }: Thing, hours: number, now: EpochMs): boolean =>
  isStale(as === 'all-clear' || isBack ? { ...shown, time: shown.recordedtime } : shown, hours, now)

/**
 * What goes into the message of late news, which comes first: with a correction or an end, what that follows on, and with anything
 * what was seen before it of the same record.
 */
const lateAmong = (due: readonly Thing[], rules: readonly AlertRule[], now: EpochMs) => {
  const hoursOf = (thing: Thing) => rules.find(({ name }) => name === thing.rule)?.staleAfterHours
  const late = new Set(
    due.filter((thing) => isLate(thing, hoursOf(thing) ?? defaultStaleAfterHours, now)),
  )
  const originalsOf = originalsAmong(due)
  const ofLate = new Set<string>()
  for (const thing of thingsLatestFirst(due)) {
    const records = recordsOf(thing.shown)
    if (!late.has(thing) && !records.some((record) => ofLate.has(record))) continue
    late.add(thing)
    for (const record of records) ofLate.add(record)
    for (const original of originalsOf(thing)) late.add(original)
  }
  return late
}

/** What a message said is noted in one write of one item: so many ids, of some 60 bytes each, are well below its 400 KB. */
const mostIds = 2_000

/** Things in as many messages as they need, what was seen first in the first: nobody reads of the end of something first. */
const inMessages = (things: readonly Thing[]): Thing[][] => {
  const all = things.reduce((sum, { ids }) => sum + ids.length, 0)
  if (all <= mostIds) return [[...things]]
  const messages: Thing[][] = [[]]
  let count = 0
  for (const thing of things.toSorted(asSeen)) {
    count += thing.ids.length
    if (count > mostIds) {
      messages.push([])
      count = thing.ids.length
    }
    messages.at(-1)?.push(thing)
  }
  return messages
}

/**
 * The groups whose time has come: of each rule everything that waits, as soon as the first of
 * it is due, and what happened too long ago apart from the rest.
 * @param rules those that go to the destination for which things wait
 */
export const dueGroups = (
  all: readonly ShownWaiting[],
  rules: readonly AlertRule[],
  now: EpochMs,
): Group[] =>
  withOriginals(thingsIn(all), now).flatMap((due) => {
    const late = lateAmong(due, rules, now)
    return [true, false].flatMap((isStale) => {
      const things = due.filter((thing) => late.has(thing) === isStale)
      if (things.length === 0) return []
      return inMessages(things).map((each) => groupOf(each, isStale))
    })
  })

/** As many groups together as one message can note. */
export const gathered = (groups: readonly Group[]): [Group, ...Group[]][] => {
  const parcels: [Group, ...Group[]][] = []
  let count = 0
  for (const group of groups) {
    const last = parcels.at(-1)
    count += group.ids.length
    if (last !== undefined && count <= mostIds) last.push(group)
    else {
      parcels.push([group])
      count = group.ids.length
    }
  }
  return parcels
}
