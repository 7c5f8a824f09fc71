import type { AlertRule } from '../../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import type { Show } from '../../../../lib/routing/where.ts'
import { second } from '../../oracle/moments.ts'
import { type Said, tellingOf } from '../../system/observed.ts'
import type { Context, Told } from '../context.ts'
import {
  destinationsOf,
  isAbout,
  isOfKind,
  kindsOf,
  mayBeWithheld,
  mayTellAfter,
  names,
  rulesAt,
  wants,
} from './wanted.ts'
import { isCorrectedBy, isFollowedBy, isSettledBy } from './what-follows.ts'

/** From least to most. */
const levels: readonly Show[] = ['opaque', 'category', 'full']

/**
 * Whether a rule that named something sends what puts it right, and no other rule there may show more
 * of that.
 */
const isFollowedThere = (
  rule: AlertRule,
  there: readonly AlertRule[],
  event: AttendanceEvent,
  originals: readonly AttendanceEvent[],
  homeZone: string,
): boolean =>
  isAbout(rule, event) &&
  originals.some((original) => wants(rule, original, homeZone)) &&
  there.every(({ show }) => levels.indexOf(show) <= levels.indexOf(rule.show))

/** Whether a rule that shows nothing of what kind an absence is sends that it is of another one, where that is known by others. */
const maySayNoLonger = (rule: AlertRule, event: AttendanceEvent): boolean =>
  names(rule, event) && isAbout(rule, event) && new Set(kindsOf(event)).size > 1

/** Whether a rule names anything that came before of the same record and person: it may have told that, be it at other hours. */
const mayHaveTold = (
  { toldOfRecords }: Context,
  rule: AlertRule,
  event: AttendanceEvent,
): boolean =>
  isAbout(rule, event) &&
  toldOfRecords(event).some(
    ({ event: other }) => other.sequence <= event.sequence && names(rule, other),
  )

/**
 * How long the rules of a run gather what they send to a destination, at most: of each deployment the
 * fastest of those that name an event, or what it puts right, or, where none names the event, those
 * that follow up what they told before.
 * @param originals what the event puts right there
 */
export const groupOf = (
  context: Context,
  destination: string,
  event: AttendanceEvent,
  originals: readonly AttendanceEvent[],
): number => {
  const { plan } = context
  const groups = plan.deployments.flatMap(({ deployment }) => {
    const there = deployment.alerts.filter((rule) => destinationsOf(rule).includes(destination))
    const naming = there.filter((rule) => wants(rule, event, plan.homeZone))
    if (naming.length > 0) {
      const following = there.filter((rule) =>
        isFollowedThere(rule, there, event, originals, plan.homeZone),
      )
      return [Math.min(...[...naming, ...following].map(({ group }) => group))]
    }
    return there
      .filter(
        (rule) =>
          mayTellAfter(rule, event) ||
          maySayNoLonger(rule, event) ||
          mayHaveTold(context, rule, event),
      )
      .map(({ group }) => group)
  })
  return groups.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...groups) * second
}

/** Whether a destination may have been told of an absence without a word of its kind: that this is another is no correction of that. */
const mayBeToldWithoutKind = (
  { plan }: Context,
  destination: string,
  original: AttendanceEvent,
): boolean =>
  rulesAt(plan, destination).some((there) =>
    there
      .filter((rule) => wants(rule, original, plan.homeZone))
      .every(({ show }) => show === 'opaque'),
  )

/**
 * What an event puts right of what a destination was told: it corrects that, or is told as its end. Where the kind of an absence may have been
 * the reason to tell that, and may not be known there any more, the event goes by the rules that want it alone.
 * @param first what told each thing first, and where
 */
export const putRightBy = (
  context: Context,
  { event }: Told,
  { destination, allClears }: Said,
  first: ReadonlyMap<string, Said>,
): AttendanceEvent[] =>
  context
    .toldOfRecords(event)
    .map((each) => each.event)
    .filter(
      (original) =>
        isFollowedBy(original, event) &&
        first.has(tellingOf(destination, original.id)) &&
        !mayBeWithheld(context.plan, destination, original) &&
        !(isOfKind(event) && mayBeToldWithoutKind(context, destination, original)) &&
        (isCorrectedBy(original, event) ||
          (allClears.has(event.id) && isSettledBy(original, event))),
    )
