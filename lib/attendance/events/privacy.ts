import type { Clocking } from '../../workforce/contract/clocking.ts'
import type { Employee } from '../../workforce/contract/employee.ts'
import type { ReadAbsence } from '../../workforce/reading.ts'
import { asUtc, epochMs } from '../moments.ts'
import type { Privacy } from '../rules.ts'
import type { EmployeeProfile, EmployeeState, KnownAbsence, KnownClocking } from '../state/state.ts'

/** Notes are cut to this many characters, so that an event always fits into a message. */
const noteLength = 2_000

const note = (text: string): string => text.slice(0, noteLength).toWellFormed()

const span = <T extends { start: string; end: string | null }>(each: T) => ({
  start: asUtc(each.start),
  end: each.end === null ? null : asUtc(each.end),
})

/**
 * What is kept of a clocking: nothing that could not be published, every moment as a consumer's calendar reads it.
 * Breaks stand in the order of their start, each id once, so that the order of an answer means nothing.
 */
export const rememberClocking = (clocking: Clocking, privacy: Privacy): KnownClocking => {
  const breaks = new Map(clocking.breaks.map((each) => [each.id, { id: each.id, ...span(each) }]))
  return {
    ...span(clocking),
    startTimeZone: clocking.startTimeZone.toWellFormed(),
    endTimeZone: clocking.endTimeZone.toWellFormed(),
    breaks: [...breaks.values()].sort(
      (a, b) => epochMs(a.start) - epochMs(b.start) || (a.id < b.id ? -1 : 1),
    ),
    ...(privacy.notes && { note: clocking.note === null ? null : note(clocking.note) }),
  }
}

const sicknessDetails = (absence: ReadAbsence) =>
  'reason' in absence
    ? {
        isCertified: absence.isCertified,
        reason: { id: absence.reason.id, description: note(absence.reason.description) },
        duration: absence.duration,
        isPaid: absence.isPaid,
        paidDuration: absence.paidDuration,
      }
    : {}

/**
 * What is kept of an absence: what could be published, and from `category` on a sick employee's
 * expected return, which `return-overdue` goes by.
 */
export const rememberAbsence = (absence: ReadAbsence, privacy: Privacy): KnownAbsence => ({
  start: absence.start,
  end: absence.end,
  ...(privacy.absences !== 'opaque' && { $type: absence.$type.toWellFormed() }),
  ...(privacy.absences !== 'opaque' &&
    'estimatedReturn' in absence && { estimatedReturn: absence.estimatedReturn }),
  ...(privacy.absences === 'full' && {
    displayName: note(absence.displayName),
    note: note(absence.note),
    ...sicknessDetails(absence),
  }),
})

/** The part of a known absence that events may carry. */
export const redactAbsence = (known: KnownAbsence, privacy: Privacy): KnownAbsence => {
  const { start, end, $type, ...details } = known
  if (privacy.absences === 'opaque') return { start, end }
  if (privacy.absences === 'category') return { start, end, ...($type !== undefined && { $type }) }
  return { start, end, ...($type !== undefined && { $type }), ...details }
}

/** What may be kept of a known absence: what rememberAbsence keeps. */
export const cutAbsence = (known: KnownAbsence, privacy: Privacy): KnownAbsence => {
  const { estimatedReturn } = known
  const isKept = privacy.absences !== 'opaque' && estimatedReturn !== undefined
  return { ...redactAbsence(known, privacy), ...(isKept && { estimatedReturn }) }
}

const each = <T>(all: Record<string, T>, cut: (tracked: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([id, tracked]) => [id, cut(tracked)]))

/** A state without what may not be published any more: settings may have become stricter. */
export const redactState = (state: EmployeeState, privacy: Privacy): EmployeeState => ({
  ...state,
  profile: redactProfile(state.profile, privacy),
  clockings: each(state.clockings, (one) => ({
    ...one,
    known: redactClocking(one.known, privacy),
  })),
  absences: each(state.absences, (one) => ({ ...one, known: cutAbsence(one.known, privacy) })),
})

/** The part of a known clocking that events may carry. */
export const redactClocking = (known: KnownClocking, privacy: Privacy): KnownClocking => {
  const { note: text, ...rest } = known
  return privacy.notes && text !== undefined ? { ...rest, note: text } : rest
}

/** What is kept and published of an employee. */
export const rememberEmployee = (employee: Employee, privacy: Privacy): EmployeeProfile => ({
  givenName: note(employee.name.givenName),
  familyName: note(employee.name.familyName),
  jobTitle: employee.employment.jobTitle === null ? null : note(employee.employment.jobTitle),
  externalReference: employee.externalReference === null ? null : note(employee.externalReference),
  employmentStart: employee.employment.start,
  employmentEnd: employee.employment.end,
  ...(privacy.emails && { email: note(employee.email) }),
  ...(privacy.payrollNumbers && {
    payrollNumber:
      employee.employment.payrollNumber === null ? null : note(employee.employment.payrollNumber),
  }),
})

/** The part of a profile that events may carry. */
export const redactProfile = (profile: EmployeeProfile, privacy: Privacy): EmployeeProfile => {
  const { email, payrollNumber, ...rest } = profile
  return {
    ...rest,
    ...(privacy.emails && email !== undefined && { email }),
    ...(privacy.payrollNumbers && payrollNumber !== undefined && { payrollNumber }),
  }
}
