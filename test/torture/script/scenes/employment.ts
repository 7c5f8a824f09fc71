import { aClocking, clockOut, expectClockedIn, putClocking, syncLate } from '../clockings.ts'
import type { Person } from '../person.ts'
import type { Employee } from '../records.ts'

const putEmployee = (person: Person, employee: Employee): Promise<void> => {
  person.employee = employee
  return person.put('employees', employee)
}

const terminated = ({ employee }: Person, isTerminated: boolean): Employee => ({
  ...employee,
  _metadata: { ...employee._metadata, isTerminated },
})

const expectOf = ({ expect, id }: Person, type: string): void =>
  expect({ type, about: id, when: { seenAfter: Date.now() }, story: id })

/**
 * Somebody new, with a shift of before: all of it is news. Until their first clocking nobody
 * knows their time zone, and absences would go by the workday's.
 */
export const join = async (person: Person): Promise<void> => {
  expectOf(person, 'employee-joined')
  await putEmployee(person, person.employee)
  await syncLate(person)
}

/** Another job, another name; an address that nobody is told. */
export const change = async (person: Person): Promise<void> => {
  const { employee, draws, id } = person
  const { jobTitle } = employee.employment
  const title = `Job ${draws.whole(1, 1_000_000)}`
  const changed = { ...employee, employment: { ...employee.employment, jobTitle: title } }
  const changes = [{ field: 'jobTitle', before: jobTitle, after: title }]
  const when = { seenAfter: Date.now() }
  person.expect({ type: 'employee-changed', about: id, when, changes, story: id })
  await putEmployee(person, { ...changed, email: `${draws.whole(1, 999)}@example.org` })
}

/** A roster that loses more than a fifth is not believed: people leave one at a time. */
let leaving: Promise<void> = Promise.resolve()

const leave = (person: Person): Promise<void> => {
  const left = leaving.then(async () => {
    expectOf(person, 'employee-left')
    await putEmployee(person, terminated(person, true))
    await person.told()
  })
  leaving = left.catch(() => {})
  return left
}

/**
 * Somebody leaves, sometimes while clocked in, which is followed to its end, and comes back; a
 * shift that they worked meanwhile is told then at the latest.
 */
export const leaveAndReturn = async (person: Person): Promise<void> => {
  const { draws } = person
  const clocking = aClocking(person, Date.now())
  const isIn = draws.chance(0.5)
  if (isIn) {
    expectClockedIn(person, clocking)
    await putClocking(person, clocking)
    await person.told()
  }
  await leave(person)
  if (isIn) {
    await person.pause(0, 3)
    await clockOut(person, clocking)
    await person.told()
  }
  if (draws.chance(0.5)) await syncLate(person)
  await person.pause(0, 3)
  expectOf(person, 'employee-joined')
  await putEmployee(person, terminated(person, false))
}
