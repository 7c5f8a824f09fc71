import { anAbsence, endOrWithdraw, planAhead, putAbsence } from './absences.ts'
import { aClocking, aWholeShift, clockOut, putClocking } from './clockings.ts'
import type { Person } from './person.ts'
import { hour, minute, wholeSecond } from './records.ts'

/** What an employee does once the system watches, to end what it found. */
export type Ending = () => Promise<unknown>

/**
 * Puts an employee in place before the first roster, with a past that nobody is told: a shift
 * that is over, and sometimes a clocking or an absence that is still open.
 * @returns what ends it, of which people are told
 */
export const prepare = async (person: Person): Promise<Ending> => {
  const { draws, employee } = person
  const now = Date.now()
  await person.put('employees', employee)
  await putClocking(person, aWholeShift(person, now - 12 * hour, 4 * hour))
  await planAhead(person)
  if (draws.chance(0.3)) {
    const open = aClocking(person, now - 30 * minute)
    await putClocking(person, open)
    return () => clockOut(person, open)
  }
  if (draws.chance(0.4)) {
    const absence = anAbsence(person, wholeSecond(now) - hour, null)
    await putAbsence(person, absence)
    return () => endOrWithdraw(person, absence)
  }
  return async () => {}
}
