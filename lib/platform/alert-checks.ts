import type { EventName } from '../attendance/events.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import { type AlertRule, type Digest, name, showLevels } from './alert-settings.ts'

/** The settings that rules and digests must fit. */
export type Checked = Pick<AttendanceRules, 'attention' | 'privacy'> & {
  slack: { channels: string[] }
  audiences: Record<string, string[]>
  alerts: AlertRule[]
  digests: Digest[]
  rollCall: { slack: string[]; email: string[] }
}

/** Something that settings ask for and cannot have. */
export type Problem = { path: (string | number)[]; message: string }

type Path = (string | number)[]
/** What is no name at all has been told as that. */
const isName = (text: string): boolean => name.safeParse(text).success
const list = (names: string[]): string => (names.length === 0 ? 'there are none' : names.join(', '))

const unknownDestinations = (
  { slack, email }: { slack: string[]; email: string[] },
  path: Path,
  settings: Checked,
): Problem[] => {
  const audiences = Object.keys(settings.audiences)
  return [
    ...slack.flatMap((channel, index): Problem[] =>
      settings.slack.channels.includes(channel) || !isName(channel)
        ? []
        : [
            {
              path: [...path, 'slack', index],
              message: `"${channel}" is not one of slack.channels (${list(settings.slack.channels)})`,
            },
          ],
    ),
    ...email.flatMap((audience, index): Problem[] =>
      audiences.includes(audience) || !isName(audience)
        ? []
        : [
            {
              path: [...path, 'email', index],
              message: `"${audience}" is not one of audiences (${list(audiences)})`,
            },
          ],
    ),
  ]
}

const tooMuchShown = (
  { show }: Pick<AlertRule, 'show'>,
  path: Path,
  settings: Checked,
): Problem[] => {
  const { absences } = settings.privacy
  if (showLevels.indexOf(show) <= showLevels.indexOf(absences)) return []
  const message = `"${show}" is more than privacy.absences "${absences}" lets out`
  return [{ path: [...path, 'show'], message }]
}

const nobody = ({ slack, email }: AlertRule | Digest, path: Path): Problem[] =>
  slack.length + email.length > 0
    ? []
    : [
        {
          path,
          message: 'reaches nobody: name a channel in slack or an audience in email',
        },
      ]

const isAboutAbsence = (type: EventName): boolean =>
  type.startsWith('absence-') || type === 'clocked-in-while-absent' || type === 'return-overdue'

/**
 * What would reveal to an opaque route that somebody is ill, and nothing else: an event that only
 * sickness has, and a choice of absences by their kind.
 */
const revealing = ({ on, where, show }: AlertRule, path: Path, settings: Checked): Problem[] => {
  if (show !== 'opaque') return []
  const remedy =
    settings.privacy.absences === 'opaque'
      ? 'privacy.absences "opaque" must not reveal: take it out'
      : 'show "opaque", the default, must not reveal: set show to "category", or take it out'
  const ofSickness = on.flatMap((type, index): Problem[] =>
    type === 'return-overdue'
      ? [
          {
            path: [...path, 'on', index],
            message: `"return-overdue" says that somebody is off sick, which ${remedy}`,
          },
        ]
      : [],
  )
  if (where.absenceTypes === undefined || !on.some(isAboutAbsence)) return ofSickness
  const message = `says by every message what kind of absence it is, which ${remedy}`
  return [...ofSickness, { path: [...path, 'where', 'absenceTypes'], message }]
}

/** Why events of a type can never come to a rule; null where they can. */
const neverBecause = (type: EventName, { where }: AlertRule, settings: Checked): string | null => {
  const { attention } = settings
  const off: Partial<Record<EventName, string | false>> = {
    'clocking-overdue':
      attention.clockingLongerThanHours === null && 'attention.clockingLongerThanHours is null',
    'break-overdue':
      attention.breakLongerThanMinutes === null && 'attention.breakLongerThanMinutes is null',
    'clocked-in-while-absent':
      !attention.clockedInWhileAbsent && 'attention.clockedInWhileAbsent is false',
    'return-overdue': !attention.returnOverdue && 'attention.returnOverdue is false',
  }
  if (off[type]) return off[type]
  if (where.absenceTypes === undefined) return null
  return isAboutAbsence(type) ? null : 'it is not about an absence, as where.absenceTypes wants'
}

const neverFires = (rule: AlertRule, path: Path, settings: Checked): Problem[] => {
  const { hours } = rule.where
  if (hours !== undefined && hours.from === hours.to)
    return [
      {
        path: [...path, 'where', 'hours'],
        message: 'can never fire: the span is empty',
      },
    ]
  const reasons = rule.on.map((type) => ({ type, reason: neverBecause(type, rule, settings) }))
  if (reasons.length === 0 || reasons.some(({ reason }) => reason === null)) return []
  const why = reasons.map(({ type, reason }) => `${type}: ${reason}`).join('; ')
  return [{ path, message: `can never fire (${why})` }]
}

const sameNames = (all: { name: string }[], where: string): Problem[] =>
  all.flatMap(({ name }, index) =>
    all.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: [where, index, 'name'], message: `"${name}" is there twice` }],
  )

/** What rules, digests and the roll call ask for that the rest of the settings does not give. */
export const alertProblems = (settings: Checked): Problem[] => [
  ...sameNames(settings.alerts, 'alerts'),
  ...sameNames(settings.digests, 'digests'),
  ...settings.alerts.flatMap((rule, index) => {
    const path = ['alerts', index]
    return [
      ...nobody(rule, path),
      ...unknownDestinations(rule, path, settings),
      ...tooMuchShown(rule, path, settings),
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
