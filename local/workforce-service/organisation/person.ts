import type { Employee, EmployeeName } from '../../../lib/workforce/contract/employee.ts'
import { type Habits, habitsOf } from './habits.ts'
import { type DayNumber, dateOf, isReached } from './local-time.ts'
import { emailOf, nameFrom } from './people.ts'
import { drawsOf, idOf } from './random.ts'

/** When somebody works here; days are local to them, moments epoch milliseconds. */
export type Tenure = {
  /** From when the employee is on the list; null for ever before. */
  listedAt: number | null
  firstDay: DayNumber
  /** The last day worked, decided long before anybody knows it. */
  lastDay: DayNumber
  /** The day from which the job is the better of the two. */
  promotedOn: DayNumber
}

/** Somebody of the simulated organisation. */
export type Person = {
  id: string
  number: number
  name: EmployeeName
  email: string
  habits: Habits
  tenure: Tenure
}

/** How long before the last day its date is on record. */
const noticeDays = 14

/** The person with a number, the same for the same seed. */
export const personOf = (seed: number, number: number, tenure: Tenure): Person => {
  const name = nameFrom(drawsOf(seed, 'name', number))
  return {
    id: idOf(seed, 'employee', number),
    number,
    name,
    email: emailOf(name, number + 1),
    habits: habitsOf(number),
    tenure,
  }
}

/** Whether somebody is employed on a day that is local to them. */
export const isEmployedOn = ({ tenure }: Person, day: DayNumber): boolean =>
  tenure.firstDay <= day && day <= tenure.lastDay

const padded = (number: number) => String(number + 1).padStart(4, '0')

/** The employee as on record at a moment, epoch milliseconds. */
export const employeeAt = (
  { id, number, name, email, habits, tenure }: Person,
  at: number,
): Employee => {
  const hasBegun = (day: DayNumber, minutes = 0) => isReached(day, minutes, habits.timeZone, at)
  const isPromoted = hasBegun(tenure.promotedOn, 540)
  const hasGivenNotice = hasBegun(tenure.lastDay - noticeDays, 540)
  return {
    id,
    name,
    employment: {
      jobTitle: habits.jobTitles[isPromoted ? 1 : 0],
      start: dateOf(tenure.firstDay),
      end: hasGivenNotice ? dateOf(tenure.lastDay) : null,
      payrollNumber: number % 9 === 0 ? null : `P${padded(number)}`,
    },
    email,
    externalReference: number % 6 === 5 ? null : `HR-${padded(number)}`,
    _metadata: {
      isRegistered: hasBegun(tenure.firstDay),
      isTerminated: hasBegun(tenure.lastDay + 1),
    },
  }
}
