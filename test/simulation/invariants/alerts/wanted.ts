import type { AlertRule } from '../../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'

/** Fields of which a rule tells nobody that they changed, whatever it may show. */
const untold = ['note', 'email', 'payrollNumber']
/** When an absence lasts, be it by the clock of another zone, is told to anybody. */
const ofTimes = ['start', 'end', 'timeZone']
const ofAbsence = [...ofTimes, '$type']

/** Whether all that changed is what people are not told. */
export const isPrivate = ({ type, data }: AttendanceEvent): boolean =>
  'changes' in data &&
  data.changes.every(({ field }) =>
    type === 'attendance.absence-amended' ? !ofAbsence.includes(field) : untold.includes(field),
  )

/** Whether only a rule that shows more than the times of an absence has something to tell. */
export const isOfKind = ({ type, data }: AttendanceEvent): boolean =>
  type === 'attendance.return-overdue' ||
  (type === 'attendance.absence-amended' &&
    'changes' in data &&
    !data.changes.some(({ field }) => ofTimes.includes(field)))

/** Whether a rule tells of somebody with their job. */
export const isAbout = ({ where }: AlertRule, { data }: AttendanceEvent): boolean => {
  const title = data.employee.jobTitle?.toLowerCase()
  return where.jobTitles === undefined || where.jobTitles.some((each) => each === title)
}

/** Whether a rule names an event that it may tell. */
export const wants = (rule: AlertRule, event: AttendanceEvent): boolean =>
  event.baseline !== true &&
  rule.on.some((name) => event.type === `attendance.${name}`) &&
  isAbout(rule, event) &&
  !(rule.show === 'opaque' && isOfKind(event))

/** What may follow on something that a rule tells: that it was corrected, or is over. */
const mayFollow: Record<string, RegExp> = {
  'clocking-amended': /^(clock|break)/,
  'clocking-removed': /^(clock|break)/,
  'clocked-out': /^(clocking|break)-overdue$/,
  'break-ended': /^break-overdue$/,
  'absence-amended': /^(absence|clocked-in-while-absent|return-overdue)/,
  'absence-withdrawn': /^(absence|clocked-in-while-absent|return-overdue)/,
  'absence-ended': /^return-overdue$/,
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
