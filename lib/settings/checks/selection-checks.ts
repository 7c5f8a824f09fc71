import type { EventName } from '../../attendance/events/events.ts'
import { showLevels } from '../../routing/where.ts'
import { knownAbsenceTypes } from '../../workforce/reading.ts'
import type { ReadableSelection, ReadableSettings } from '../reading/readable-settings.ts'
import { misspelt } from './nearest.ts'
import type { SettingsProblem } from './problem.ts'

type Path = SettingsProblem['path']

/** What somebody wants, with where it stands, and where the types of its events do. */
type Wanted = { selection: ReadableSelection; path: Path; types: Path }

/** Types that the settings name; whoever leaves them out names none. */
const namedTypes = ({ on }: ReadableSelection): (EventName | undefined)[] =>
  on === 'all' ? [] : (on ?? [])

/** Where more is to be shown of an absence than leaves the system. */
export const tooMuchShown = (
  { show }: Pick<ReadableSelection, 'show'>,
  path: Path,
  { privacy: { absences } }: ReadableSettings,
): SettingsProblem[] => {
  if (show === undefined || absences === undefined) return []
  if (showLevels.indexOf(show) <= showLevels.indexOf(absences)) return []
  const message = `"${show}" is more than privacy.absences "${absences}" lets out`
  return [{ path: [...path, 'show'], message }]
}

const isAboutAbsence = (type: EventName): boolean =>
  type.startsWith('absence-') || type === 'clocked-in-while-absent' || type === 'return-overdue'

/**
 * What would reveal to an opaque route that somebody is ill, and nothing else: an event that only
 * sickness has, and a choice of absences by their kind.
 */
const revealing = (
  { selection, path, types }: Wanted,
  { privacy: { absences } }: ReadableSettings,
): SettingsProblem[] => {
  const { on, where, show } = selection
  if (show !== 'opaque' || absences === undefined) return []
  const remedy =
    absences === 'opaque'
      ? 'privacy.absences "opaque" must not reveal: take it out'
      : 'show "opaque", the default, must not reveal: set show to "category", or take it out'
  const named = namedTypes(selection)
  const ofSickness = named.flatMap((type, index): SettingsProblem[] =>
    type === 'return-overdue'
      ? [
          {
            path: [...types, index],
            message: `"return-overdue" says that somebody is off sick, which ${remedy}`,
          },
        ]
      : [],
  )
  const isByKind =
    where.absenceTypes !== undefined &&
    (on === 'all' || named.some((type) => type !== undefined && isAboutAbsence(type)))
  if (!isByKind) return ofSickness
  const message = `says by every message what kind of absence it is, which ${remedy}`
  return [...ofSickness, { path: [...path, 'where', 'absenceTypes'], message }]
}

/** Types of absences that are nearly those that there are. The API may add others, not such. */
const mistyped = ({ selection, path }: Wanted): SettingsProblem[] =>
  (selection.where.absenceTypes ?? []).flatMap((type, index): SettingsProblem[] => {
    const meant = knownAbsenceTypes.includes(type) ? null : misspelt(type, knownAbsenceTypes)
    if (meant === null) return []
    const message = `did you mean "${meant}"? The types of absences are ${knownAbsenceTypes.join(', ')}`
    return [{ path: [...path, 'where', 'absenceTypes', index], message }]
  })

/** Why events of a type can never come; null where they can, or that cannot be known. */
const neverBecause = (
  type: EventName | undefined,
  { where }: ReadableSelection,
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
  { selection, path, types }: Wanted,
  settings: ReadableSettings,
): SettingsProblem[] => {
  const { where } = selection
  if (where.hours !== undefined && where.hours.from === where.hours.to)
    return [{ path: [...path, 'where', 'hours'], message: 'can never fire: the span is empty' }]
  const reasons = namedTypes(selection).map((type) => ({
    type,
    reason: neverBecause(type, selection, settings),
  }))
  if (where.absenceTypes !== undefined && reasons.some(({ reason }) => reason === null))
    return reasons.flatMap(({ reason }, index) =>
      reason?.includes('where.absenceTypes')
        ? [{ path: [...types, index], message: `can never fire: ${reason}` }]
        : [],
    )
  if (reasons.length === 0 || reasons.some(({ reason }) => reason === null)) return []
  const why = reasons.map(({ type, reason }) => `${type}: ${reason}`).join('; ')
  return [{ path, message: `can never fire (${why})` }]
}

/** What a rule or an endpoint wants and cannot have, be shown or ever get. */
export const selectionProblems = (
  wanted: Wanted,
  settings: ReadableSettings,
): SettingsProblem[] => [
  ...tooMuchShown(wanted.selection, wanted.path, settings),
  ...mistyped(wanted),
  ...revealing(wanted, settings),
  ...neverFires(wanted, settings),
]
