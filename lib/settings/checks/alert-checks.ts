import type { EventName } from '../../attendance/events/events.ts'
import { showLevels } from '../../routing/where.ts'
import { knownAbsenceTypes } from '../../workforce/reading.ts'
import type {
  ReadableDigest,
  ReadableRoute,
  ReadableRule,
  ReadableSettings,
} from '../reading/readable-settings.ts'
import { didYouMean, misspelt, nearest } from './nearest.ts'
import type { SettingsProblem } from './problem.ts'

type Path = SettingsProblem['path']

/** Those of a list that are not among what is known, where that is known as a whole. */
const unknownNames = (
  names: ReadableRoute['slack'],
  known: ReadableRoute['slack'],
  path: Path,
  where: string,
): SettingsProblem[] => {
  const all = known?.filter((each) => each !== undefined) ?? []
  if (known === undefined || all.length < known.length) return []
  return (names ?? []).flatMap((each, index) => {
    if (each === undefined || all.includes(each)) return []
    const there = all.length === 0 ? 'there are none' : all.join(', ')
    const message = `"${each}" is not one of ${where} (${there})${didYouMean(nearest(each, all))}`
    return [{ path: [...path, index], message }]
  })
}

const unknownDestinations = (
  { slack, email }: ReadableRoute,
  path: Path,
  { slack: { channels }, audiences }: ReadableSettings,
): SettingsProblem[] => [
  ...unknownNames(slack, channels, [...path, 'slack'], 'slack.channels'),
  ...unknownNames(email, audiences && Object.keys(audiences), [...path, 'email'], 'audiences'),
]

const tooMuchShown = (
  { show }: Pick<ReadableRule, 'show'>,
  path: Path,
  { privacy: { absences } }: ReadableSettings,
): SettingsProblem[] => {
  if (show === undefined || absences === undefined) return []
  if (showLevels.indexOf(show) <= showLevels.indexOf(absences)) return []
  const message = `"${show}" is more than privacy.absences "${absences}" lets out`
  return [{ path: [...path, 'show'], message }]
}

const nobody = ({ slack, email }: ReadableRoute, path: Path): SettingsProblem[] =>
  slack?.length === 0 && email?.length === 0
    ? [{ path, message: 'reaches nobody: name a channel in slack or an audience in email' }]
    : []

const isAboutAbsence = (type: EventName): boolean =>
  type.startsWith('absence-') || type === 'clocked-in-while-absent' || type === 'return-overdue'

/**
 * What would reveal to an opaque route that somebody is ill, and nothing else: an event that only
 * sickness has, and a choice of absences by their kind.
 */
const revealing = (
  { on = [], where, show }: ReadableRule,
  path: Path,
  settings: ReadableSettings,
): SettingsProblem[] => {
  const { absences } = settings.privacy
  if (show !== 'opaque' || absences === undefined) return []
  const remedy =
    absences === 'opaque'
      ? 'privacy.absences "opaque" must not reveal: take it out'
      : 'show "opaque", the default, must not reveal: set show to "category", or take it out'
  const ofSickness = on.flatMap((type, index): SettingsProblem[] =>
    type === 'return-overdue'
      ? [
          {
            path: [...path, 'on', index],
            message: `"return-overdue" says that somebody is off sick, which ${remedy}`,
          },
        ]
      : [],
  )
  const isByKind =
    where.absenceTypes !== undefined &&
    on.some((type) => type !== undefined && isAboutAbsence(type))
  if (!isByKind) return ofSickness
  const message = `says by every message what kind of absence it is, which ${remedy}`
  return [...ofSickness, { path: [...path, 'where', 'absenceTypes'], message }]
}

/** Types of absences that are nearly those that there are. The API may add others, not such. */
const mistyped = ({ where: { absenceTypes = [] } }: ReadableRule, path: Path): SettingsProblem[] =>
  absenceTypes.flatMap((type, index): SettingsProblem[] => {
    const meant = knownAbsenceTypes.includes(type) ? null : misspelt(type, knownAbsenceTypes)
    if (meant === null) return []
    const message = `did you mean "${meant}"? The types of absences are ${knownAbsenceTypes.join(', ')}`
    return [{ path: [...path, 'where', 'absenceTypes', index], message }]
  })

/** Why events of a type can never come to a rule; null where they can, or that cannot be known. */
const neverBecause = (
  type: EventName | undefined,
  { where }: ReadableRule,
  { attention }: ReadableSettings,
): string | null => {
  if (type === undefined) return null
  const off: Partial<Record<EventName, string | false>> = {
    'clocking-overdue':
      attention.clockingLongerThanHours === null && 'attention.clockingLongerThanHours is null',
    'break-overdue':
      attention.breakLongerThanMinutes === null && 'attention.breakLongerThanMinutes is null',
    'clocked-in-while-absent':
      attention.clockedInWhileAbsent === false && 'attention.clockedInWhileAbsent is false',
    'return-overdue': attention.returnOverdue === false && 'attention.returnOverdue is false',
  }
  if (off[type]) return off[type]
  if (where.absenceTypes === undefined) return null
  if (type === 'return-overdue' && !where.absenceTypes.some((each) => /^sickness$/i.test(each)))
    return 'only of a sickness a return is expected, which where.absenceTypes leaves out'
  return isAboutAbsence(type) ? null : 'it is not about an absence, as where.absenceTypes wants'
}

const neverFires = (
  rule: ReadableRule,
  path: Path,
  settings: ReadableSettings,
): SettingsProblem[] => {
  const { on = [], where } = rule
  if (where.hours !== undefined && where.hours.from === where.hours.to)
    return [{ path: [...path, 'where', 'hours'], message: 'can never fire: the span is empty' }]
  const reasons = on.map((type) => ({ type, reason: neverBecause(type, rule, settings) }))
  if (where.absenceTypes !== undefined && reasons.some(({ reason }) => reason === null))
    return reasons.flatMap(({ reason }, index) =>
      reason?.includes('where.absenceTypes')
        ? [{ path: [...path, 'on', index], message: `can never fire: ${reason}` }]
        : [],
    )
  if (reasons.length === 0 || reasons.some(({ reason }) => reason === null)) return []
  const why = reasons.map(({ type, reason }) => `${type}: ${reason}`).join('; ')
  return [{ path, message: `can never fire (${why})` }]
}

const sameNames = (
  all: readonly Pick<ReadableDigest, 'name'>[],
  where: string,
): SettingsProblem[] =>
  all.flatMap(({ name }, index) =>
    name === undefined || all.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: [where, index, 'name'], message: `"${name}" is there twice` }],
  )

/** What rules, digests and the roll call ask for that the rest of the settings does not give. */
export const alertProblems = (settings: ReadableSettings): SettingsProblem[] => [
  ...sameNames(settings.alerts, 'alerts'),
  ...sameNames(settings.digests, 'digests'),
  ...settings.alerts.flatMap((rule, index) => {
    const path = ['alerts', index]
    return [
      ...nobody(rule, path),
      ...unknownDestinations(rule, path, settings),
      ...tooMuchShown(rule, path, settings),
      ...mistyped(rule, path),
      ...revealing(rule, path, settings),
      ...neverFires(rule, path, settings),
    ]
  }),
  ...settings.digests.flatMap((digest, index) => {
    const path = ['digests', index]
    return [
      ...nobody(digest, path),
      ...unknownDestinations(digest, path, settings),
      ...tooMuchShown(digest, path, settings),
    ]
  }),
  ...unknownDestinations(settings.rollCall, ['rollCall'], settings),
]
