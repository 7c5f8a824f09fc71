import type { AlertRule } from '../../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { tellingOf } from '../../system/observed.ts'
import type { Context } from '../context.ts'
import {
  follows,
  isByKind,
  isOfIts,
  isOfKind,
  isReasonItsKind,
  kindsOf,
  mayShowKind,
  rulesAt,
  wants,
} from './wanted.ts'
import { isFollowedBy } from './what-follows.ts'

/**
 * Whether a destination is owed what follows on an event that it may have been told because of the kind of an absence: it is
 * where that, or what it was just before, is one of which every deployment may tell it, or was never the reason.
 */
const mayAlwaysFollowByKind = (
  rules: readonly AlertRule[][],
  homeZone: string,
  original: AttendanceEvent,
  later: AttendanceEvent,
): boolean => {
  if (isOfKind(original)) return false
  const telling = rules.map((there) => there.filter((rule) => wants(rule, original, homeZone)))
  const isNeverReason = telling.every((all) => all.some((rule) => !isReasonItsKind(rule, original)))
  if (isNeverReason && !isOfKind(later)) return true
  const hasDetail = telling.every((all) => all.some(({ show }) => show !== 'opaque'))
  return (
    hasDetail &&
    kindsOf(later).some((kind) =>
      rules.every((there) => there.some((rule) => mayShowKind(rule, later, kind))),
    )
  )
}

/**
 * Whether a destination may have been told an event for the kind of an absence alone: it is of that, or may have been told only because it
 * follows on what was told for that.
 */
const mayBeToldForKind = (
  context: Context,
  destination: string,
  event: AttendanceEvent,
  tellings: ReadonlySet<string>,
): boolean => {
  if (isOfKind(event)) return true
  const there = rulesAt(context.plan, destination)
  if (there.every((rules) => rules.some((rule) => wants(rule, event, context.plan.homeZone))))
    return false
  const originals = context
    .toldOfRecords(event)
    .map((each) => each.event)
    .filter((each) => isFollowedBy(each, event) && tellings.has(tellingOf(destination, each.id)))
  return (
    originals.length > 0 &&
    originals.every((each) => mayBeToldForKind(context, destination, each, tellings))
  )
}

/**
 * Whether every deployment of a run lets a destination hear what follows on an event.
 * @param tellings all that was told, and where
 */
export const mayAlwaysFollow = (
  context: Context,
  destination: string,
  original: AttendanceEvent,
  later: AttendanceEvent,
  tellings: ReadonlySet<string>,
): boolean => {
  const rules = rulesAt(context.plan, destination)
  const isTaken = context.plan.deployments.every(({ deployment: { alerts } }) =>
    alerts.some(({ on }) => on.some((name) => follows(later, name))),
  )
  if (!isTaken) return false
  if ('absence' in later.data && rules.flat().some(isByKind))
    return mayAlwaysFollowByKind(rules, context.plan.homeZone, original, later)
  if (!mayBeToldForKind(context, destination, original, tellings) && !isOfKind(later)) return true
  // What a rule shows that is about something or somebody else says nothing of it.
  return rules.every((there) => {
    const telling = there.filter((rule) => isOfIts(rule, later))
    return telling.length > 0 && telling.every(({ show }) => show !== 'opaque')
  })
}

/** Whether a destination was told before what an event follows on, by a rule that wanted that whatever the kind of an absence. */
const isToldForAnother = (
  { plan, toldOfRecords }: Context,
  destination: string,
  event: AttendanceEvent,
  tellings: ReadonlySet<string>,
): boolean =>
  toldOfRecords(event)
    .map((each) => each.event)
    .filter((each) => isFollowedBy(each, event) && tellings.has(tellingOf(destination, each.id)))
    .some((each) =>
      rulesAt(plan, destination)
        .flat()
        .some((rule) => wants(rule, each, plan.homeZone) && !isReasonItsKind(rule, each)),
    )

/**
 * Whether no deployment lets a destination hear what follows on an event: it may have been told that because of the kind of an
 * absence alone, and may neither know of which kind it is now nor of which it was.
 * @param tellings all that was told, and where
 */
export const mayNeverFollow = (
  context: Context,
  destination: string,
  original: AttendanceEvent,
  later: AttendanceEvent,
  tellings: ReadonlySet<string>,
): boolean => {
  const rules = rulesAt(context.plan, destination).flat()
  if (kindsOf(later).length === 0 || !rules.some(isByKind)) return false
  const telling = rules.filter((rule) => wants(rule, original, context.plan.homeZone))
  // What was told for the sake of something else was wanted for another reason.
  if (telling.length === 0) return false
  if (isToldForAnother(context, destination, original, tellings)) return false
  return (
    telling.every((rule) => isReasonItsKind(rule, original)) &&
    !kindsOf(later).some((kind) => rules.some((rule) => mayShowKind(rule, later, kind)))
  )
}
