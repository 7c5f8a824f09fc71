import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import type { Show } from '../../../../lib/routing/where.ts'
import { allClearOf, leftOutIn, tellingOf } from '../../system/observed.ts'
import type { Context, Told } from '../context.ts'
import { mayAlwaysFollow, mayNeverFollow } from './may-follow.ts'
import { destinationsOf, isPrivate, mayBeWithheld, mayShowAll, rulesAt, wants } from './wanted.ts'
import {
  isBackBy,
  isCorrectedBy,
  isEndCorrectedBy,
  isFollowedBy,
  isGoneAgain,
  isReopenedBy,
  isSettledBy,
} from './what-follows.ts'

/** The most that a destination may be shown of what changed by an event, in any deployment. */
const mostShown = ({ plan }: Context, destination: string, event: AttendanceEvent): Show =>
  mayShowAll(rulesAt(plan, destination).flat(), event) ? 'full' : 'category'

/**
 * As much as a destination may be shown in every deployment of what changed by an event, after one that it was told: by a rule that
 * tells that.
 */
const alwaysShown = (
  { plan }: Context,
  destination: string,
  original: AttendanceEvent,
  later: AttendanceEvent,
): Show =>
  rulesAt(plan, destination).every((rules) =>
    mayShowAll(
      rules.filter((rule) => wants(rule, original, plan.homeZone)),
      later,
    ),
  )
    ? 'full'
    : 'category'

/** How many things told as overdue at a destination are over by one event; each may have an all-clear. */
export const settledBy = (
  { told, toldOfRecords }: Pick<Context, 'told' | 'toldOfRecords'>,
  tellings: ReadonlySet<string>,
  destination: string,
  id: string,
): number => {
  const later = told.find(({ event }) => event.id === id)?.event
  if (later === undefined) return 0
  return toldOfRecords(later).filter(
    ({ event }) =>
      isFollowedBy(event, later) &&
      isSettledBy(event, later) &&
      tellings.has(tellingOf(destination, event.id)),
  ).length
}

const pairsOf = function* (context: Context) {
  const people = new Set(context.told.map(({ event }) => event.subject))
  for (const person of people)
    for (const { event: later } of context.toldOf(person)) {
      if (later.baseline === true) continue
      for (const { event: original } of context.toldOfRecords(later))
        if (isFollowedBy(original, later)) yield { original, later }
    }
}

/** The events by which something overdue was open again before an end of it. */
export const reopenings = (
  { toldOfRecords }: Context,
  overdue: AttendanceEvent,
  end: AttendanceEvent,
): Told[] =>
  toldOfRecords(overdue)
    .filter(({ event }) => isFollowedBy(overdue, event) && isReopenedBy(overdue, event))
    .filter(({ event }) => event.sequence < end.sequence)

/** Whether a destination was told before that something was gone of which an event tells. */
const wasToldGone = (
  { toldOfRecords }: Context,
  tellings: ReadonlySet<string>,
  destination: string,
  back: AttendanceEvent,
): boolean =>
  toldOfRecords(back).some(
    ({ event }) => isBackBy(event, back) && tellings.has(tellingOf(destination, event.id)),
  )

/** Who was told what of the world, and so is owed or may hear of what followed. */
export type Followed = {
  /**
   * Of each, one telling at least must be: a correction, or one of the ends of what was overdue, or
   * was again.
   */
  owed: { subject: string; of: string; tellings: string[] }[]
  /** What may be told to whoever was told the original. */
  allowed: Set<string>
}

/**
 * Whether somebody was to be told of an event, which is written down when it comes, and was tried too often, or was put aside, or
 * withheld by rules that came while it waited: what an operator had moved back, they are perhaps told nothing of by the rules of that day.
 */
const wasToBeTold = (
  { observed, plan }: Context,
  destination: string,
  original: AttendanceEvent,
): boolean =>
  (observed.alerts.movedBack.has(original.id) ||
    observed.alerts.putAside.has(tellingOf(destination, original.id)) ||
    mayBeWithheld(plan, destination, original)) &&
  plan.deployments.some(({ deployment: { alerts } }) =>
    alerts.some(
      (rule) => wants(rule, original, plan.homeZone) && destinationsOf(rule).includes(destination),
    ),
  )

/**
 * What follows on all that was told, derived from the events alone: a sentence that turned out wrong
 * is put right, and something overdue is settled, wherever it was told; nowhere else.
 * @param tellings all that was told, and where
 */
export const followed = (context: Context, tellings: ReadonlySet<string>): Followed => {
  const destinations = new Set(context.observed.alerts.said.map(({ destination }) => destination))
  const leftOut = leftOutIn(context.observed)
  const allowed = new Set<string>()
  const owed: Followed['owed'] = []
  const ends = new Map<string, Followed['owed'][number]>()
  for (const { original, later } of pairsOf(context)) {
    for (const destination of destinations) {
      const of = tellingOf(destination, original.id)
      const telling = tellingOf(destination, later.id)
      const isTold = tellings.has(of)
      const isCounted = isTold || leftOut.has(of)
      if (!isCounted && !wasToBeTold(context, destination, original)) continue
      if (isPrivate(later, mostShown(context, destination, later))) continue
      if (mayNeverFollow(context, destination, original, later, tellings)) continue
      const isRight =
        isCorrectedBy(original, later) ||
        ((isGoneAgain(original, later) || isEndCorrectedBy(original, later)) &&
          wasToldGone(context, tellings, destination, original))
      // Of what was back meanwhile it may be told again that it is removed.
      const isAgain = original.type === later.type && later.type === 'attendance.clocking-removed'
      if (isAgain || isRight || isSettledBy(original, later)) allowed.add(telling)
      if (isSettledBy(original, later)) allowed.add(allClearOf(destination, later.id))
      if (!isTold || isPrivate(later, alwaysShown(context, destination, original, later))) continue
      if (!mayAlwaysFollow(context, destination, original, later, tellings)) continue
      const { subject } = later
      if (isRight) owed.push({ subject, of, tellings: [telling] })
      if (!isSettledBy(original, later)) continue
      const again = reopenings(context, original, later).map(({ event }) => event)
      for (const opening of [original, ...again]) {
        const opened = tellingOf(destination, opening.id)
        if (!tellings.has(opened)) continue
        const known = ends.get(`${of} ${opened}`) ?? { subject, of: opened, tellings: [] }
        known.tellings.push(allClearOf(destination, later.id))
        ends.set(`${of} ${opened}`, known)
      }
    }
  }
  return { owed: [...owed, ...ends.values()], allowed }
}
