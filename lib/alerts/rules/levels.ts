import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { isAbout, nameOfType, showOfRoute } from '../../routing/matching.ts'
import { isOfSicknessAlone } from '../../routing/redact.ts'
import { type Show, type ShowOfKind, showLevels } from '../../routing/where.ts'
import { followingTypes } from '../follow-ups/what-follows.ts'
import type { AlertRule } from './alert-settings.ts'
import { destinationKey, destinationsOf } from './destinations.ts'

/** How much of an absence a destination may be shown. */

const rank = (show: Show): number => showLevels.indexOf(show)

/** Whether one level shows no less than another. */
export const showsAsMuch = (one: Show, other: Show): boolean => rank(one) >= rank(other)
export const lesserOf = (one: Show, other: Show): Show => (showsAsMuch(one, other) ? other : one)
export const greaterOf = (one: Show, other: Show): Show => (showsAsMuch(one, other) ? one : other)

/** The rules that go to a destination. */
export const rulesTo = (destination: string, rules: readonly AlertRule[]): AlertRule[] =>
  rules.filter((rule) => destinationsOf(rule).some((to) => destinationKey(to) === destination))

/**
 * The most that one destination may be shown of an event, by the rules that name its type or what it
 * follows on.
 * @param rules those that go to the destination
 */
export const showsOf = (event: AttendanceEvent, rules: readonly AlertRule[]): ShowOfKind => {
  const name = nameOfType(event)
  const shows = rules
    .filter(({ on }) => on.includes(name) || followingTypes(on).includes(name))
    .filter((rule) => isAbout(rule, event))
    .map(showOfRoute)
  return (kind) => shows.map((show) => show(kind)).reduce(greaterOf, 'opaque')
}

/** Whether a rule wants an event because of the type of an absence: of any other it would not. */
export const isByTypeOf = (event: AttendanceEvent, { where }: AlertRule): boolean =>
  where.absenceTypes !== undefined || isOfSicknessAlone(event.type)
