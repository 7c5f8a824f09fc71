import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import type { Draws } from '../../../local/workforce-service/organisation/random.ts'
import { type EpochMs, hour } from '../oracle/moments.ts'
import { createHistory, type Versions } from './history.ts'

const anEmployee = (id: string, draws: Draws): Employee => ({
  id,
  name: { givenName: draws.pick(['Amina', 'Bo', 'Chi']), familyName: "O'Neill" },
  employment: {
    jobTitle: draws.pick(['Nurse', 'Cook', null]),
    start: '2024-01-08',
    end: null,
    payrollNumber: 'PAYROLL-CANARY',
  },
  email: `EMAIL-CANARY-${id}@example.org`,
  externalReference: draws.chance(0.5) ? 'HR-0042' : null,
  _metadata: { isRegistered: true, isTerminated: false },
})

const terminated = (employee: Employee): Employee => ({
  ...employee,
  _metadata: { ...employee._metadata, isTerminated: true },
})

const changed = (employee: Employee, draws: Draws): Employee =>
  draws.chance(0.5)
    ? { ...employee, name: { ...employee.name, familyName: draws.pick(['Okafor', 'Lindqvist']) } }
    : { ...employee, email: `EMAIL-CANARY-${draws.whole(1, 99)}@example.org` }

/**
 * All that the API shows of somebody's employment: most are there all the time; some join,
 * change their name, leave and come back.
 * @param from when the system first sees the organisation
 */
export const anEmployment = (
  id: string,
  from: EpochMs,
  to: EpochMs,
  draws: Draws,
): Versions<Employee> => {
  const history = createHistory<Employee>()
  const some = (): number => Math.floor(draws.unit() * (to - from))
  let at = draws.chance(0.85) ? from - 48 * hour : from + some()
  let employee = anEmployee(id, draws)
  history.show(at, employee)
  for (let n = 0; n < 4 && draws.chance(0.25); n++) {
    at = Math.max(at, from) + 1 + some() / 2
    const standing = history.last()
    const isThere = standing !== null && !standing._metadata.isTerminated
    if (!isThere || draws.chance(0.3)) employee = changed(employee, draws)
    if (isThere && draws.chance(0.6))
      history.show(at, draws.chance(0.5) ? null : terminated(employee))
    else history.show(at, employee)
  }
  return history.until(to)
}
