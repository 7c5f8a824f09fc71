import type { AlertRule } from '../../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import type { Show } from '../../../../lib/routing/where.ts'
import { epochMs } from '../../oracle/moments.ts'
import type { Plan } from '../../scenario.ts'
import { localTime } from '../local-moments.ts'

/** Fields of which a rule tells nobody that they changed, whatever it may show. */
const untold = ['note', 'email', 'payrollNumber']
/** When an absence lasts, be it by the clock of another zone, is told to anybody. */
const ofTimes = ['start', 'end', 'timeZone']
const ofAbsence = [...ofTimes, '$type']

/** Whether all that changed is what people are not told who may be shown so much. */
export const isPrivate = ({ type, data }: AttendanceEvent, show: Show): boolean => {
  const isTold = (field: string): boolean => {
    if (show === 'full') return !['email', 'payrollNumber'].includes(field)
    return type === 'attendance.absence-amended'
      ? ofAbsence.includes(field)
      : !untold.includes(field)
  }
  return 'changes' in data && !data.changes.some(({ field }) => isTold(field))
}

/** Whether only a rule that shows more than the times of an absence has something to tell. */
export const isOfKind = ({ type, data }: AttendanceEvent): boolean =>
  type === 'attendance.return-overdue' ||
  (type === 'attendance.absence-amended' &&
    'changes' in data &&
    !data.changes.some(({ field }) => ofTimes.includes(field)))

/** Whether a rule or an endpoint is about somebody: by their job, and by their id or reference. */
export const isAbout = (
  { where: { jobTitles, employees } }: Pick<AlertRule, 'where'>,
  { data: { employee } }: AttendanceEvent,
): boolean =>
  (jobTitles === undefined ||
    jobTitles.some((each) => each.toLowerCase() === employee.jobTitle?.toLowerCase())) &&
  (employees === undefined ||
    employees.some((each) => each === employee.id || each === employee.externalReference))

/** The zones by which an event may have its local time, the one where it happened first. */
const zonesOf = ({ type, data }: AttendanceEvent, homeZone: string): string[] => [
  ...('clocking' in data && type === 'attendance.clocked-out' ? [data.clocking.endTimeZone] : []),
  ...('clocking' in data ? [data.clocking.startTimeZone] : []),
  ...('absence' in data ? [data.absence.timeZone ?? ''] : []),
  homeZone,
]

/** Whether an event happened in the hours of a rule or an endpoint, by the local clock of the employee. */
export const isInHours = (
  { where: { hours } }: Pick<AlertRule, 'where'>,
  event: AttendanceEvent,
  homeZone: string,
): boolean => {
  if (hours === undefined) return true
  const zone = zonesOf(event, homeZone).find((each) => each !== '' && each !== 'Not/AZone')
  const { time, weekday, weekdayBefore } = localTime(epochMs(event.time), zone ?? homeZone)
  const { from, to, days } = hours
  const isOn = (each: string): boolean => days?.some((one) => one === each) !== false
  if (from <= to) return time >= from && time < to && isOn(weekday)
  return (time >= from && isOn(weekday)) || (time < to && isOn(weekdayBefore))
}

/** The kind of the absence that an event is about, where it says that. */
export const kindOf = ({ data }: AttendanceEvent): string | undefined =>
  'absence' in data ? data.absence.$type : undefined

/** The kinds of which an absence was and is where an event says that it is of another; else the one that it is of. */
export const kindsOf = (event: AttendanceEvent): string[] => {
  const { data } = event
  const changes = 'changes' in data ? data.changes : []
  const change = changes.find(({ field }) => field === '$type')
  return [...(change === undefined ? [] : [change.before, change.after]), kindOf(event)].filter(
    (kind) => typeof kind === 'string',
  )
}

/** Whether a rule or an endpoint is about absences of a kind. */
export const isAboutKind = (
  { where: { absenceTypes } }: Pick<AlertRule, 'where'>,
  kind: string | undefined,
): boolean => absenceTypes === undefined || absenceTypes.some((each) => each === kind)

/** Whether a rule names the type of an event. */
export const names = ({ on }: AlertRule, { type }: AttendanceEvent): boolean =>
  on.some((name) => type === `attendance.${name}`)

/** Whether a rule names an event that it may tell. */
export const wants = (rule: AlertRule, event: AttendanceEvent, homeZone: string): boolean =>
  event.baseline !== true &&
  names(rule, event) &&
  isAbout(rule, event) &&
  isInHours(rule, event, homeZone) &&
  isAboutKind(rule, kindOf(event)) &&
  !isPrivate(event, rule.show) &&
  !(rule.show === 'opaque' && isOfKind(event))

/** Whether a rule is about somebody, and names the type of an event, or something that it may follow on. */
export const isOfIts = (rule: AlertRule, event: AttendanceEvent): boolean =>
  isAbout(rule, event) && (names(rule, event) || rule.on.some((name) => follows(event, name)))

/** Whether a rule lets its destinations know that an absence an event is about, or was, is of a kind. */
export const mayShowKind = (rule: AlertRule, event: AttendanceEvent, kind: string): boolean =>
  rule.show !== 'opaque' && isOfIts(rule, event) && isAboutKind(rule, kind)

/**
 * Whether rules let a destination know all of an absence that an event is about: of one that has become of another kind, of
 * both, which it may know by two of them.
 */
export const mayShowAll = (rules: readonly AlertRule[], event: AttendanceEvent): boolean =>
  kindOf(event) !== undefined &&
  kindsOf(event).every((kind) =>
    rules.some((rule) => rule.show === 'full' && mayShowKind(rule, event, kind)),
  )

/** What may follow on something that a rule tells: that it was corrected, or is over. */
const mayFollow: Record<string, RegExp> = {
  'clocking-amended': /^(clock|break)/,
  'clocking-removed': /^(clock|break)/,
  'clocked-out': /^(clocking|break)-overdue$/,
  'break-ended': /^break-overdue$/,
  'absence-amended': /^(absence|clocked-in-while-absent|return-overdue)/,
  'absence-withdrawn': /^(absence|clocked-in-while-absent|return-overdue)/,
  'absence-ended': /^return-overdue$/,
  // What shows that something is there after all: whoever follows it may have been told that it was gone.
  'clocked-in': /^(clock|break)/,
  'break-started': /^(clock|break)/,
  'absence-started': /^(absence|clocked-in-while-absent|return-overdue)/,
  'employee-joined': /^employee-(joined|left)$/,
  'employee-left': /^employee-(joined|left)$/,
}

/** Whether an event may follow on one of a type. */
export const follows = ({ type, baseline }: AttendanceEvent, name: string): boolean =>
  baseline !== true && mayFollow[type.slice('attendance.'.length)]?.test(name) === true

/** Whether a rule that does not name an event's type may tell it all the same. */
export const mayTellAfter = ({ on, show }: AlertRule, event: AttendanceEvent): boolean => {
  const originals = mayFollow[event.type.slice('attendance.'.length)]
  return (
    event.baseline !== true &&
    originals !== undefined &&
    on.some((name) => originals.test(name)) &&
    !(show === 'opaque' && isOfKind(event))
  )
}

/** Whom a rule tells. */
export const destinationsOf = ({ slack, email }: AlertRule): string[] => [
  ...slack.map((name) => `slack:${name}`),
  ...email.map((name) => `email:${name}`),
]

/** The rules of each deployment of a run that tell a destination something. */
export const rulesAt = ({ deployments }: Plan, destination: string): AlertRule[][] =>
  deployments.map(({ deployment: { alerts } }) =>
    alerts.filter((rule) => destinationsOf(rule).includes(destination)),
  )

/** Whether a rule is about absences of some kinds alone. */
export const isByKind = ({ where }: AlertRule): boolean => where.absenceTypes !== undefined

/** Whether a rule tells an event for no other reason than the kind of an absence. */
export const isReasonItsKind = (rule: AlertRule, event: AttendanceEvent): boolean =>
  isByKind(rule) || event.type === 'attendance.return-overdue'

/**
 * Whether an event may have waited because of the kind of an absence until rules kept that from its destination: that somebody is
 * away, said without the kind by then, would say of which kind it is. One that says no kind may follow on what was told for that.
 */
export const mayBeWithheld = (plan: Plan, destination: string, event: AttendanceEvent): boolean => {
  const there = rulesAt(plan, destination)
  const kind = kindOf(event)
  if (kind === undefined)
    return (
      'absence' in event.data &&
      there.some((rules) => rules.some((rule) => isByKind(rule) && isOfIts(rule, event))) &&
      there.some((rules) => !rules.some((rule) => rule.show !== 'opaque' && isOfIts(rule, event)))
    )
  const telling = there.map((rules) => rules.filter((rule) => wants(rule, event, plan.homeZone)))
  return (
    telling.some((rules) => rules.every((rule) => isReasonItsKind(rule, event))) &&
    telling.some((rules) => !rules.some((rule) => mayShowKind(rule, event, kind)))
  )
}
