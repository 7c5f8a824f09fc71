import type { EmployeeState } from '../state/state.ts'

/**
 * Whether what is known of an employee's absences stands, so that the clock alone may bring something about: of somebody
 * who is hired again it may have been cancelled while nobody asked about them.
 */
export const areAbsencesKnownNow = ({ unaskedSince }: EmployeeState): boolean =>
  unaskedSince.absences === null
