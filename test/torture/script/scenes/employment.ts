import { removalAfter } from '../../settings.ts'
import { planAhead } from '../absences.ts'
import { aClocking, clockOut, expectClockedIn, putClocking, syncLate } from '../clockings.ts'
import type { Due, Person } from '../person.ts'
import type { Clocking, Employee } from '../records.ts'

const putEmployee = (person: Person, employee: Employee): Promise<void> => {
  person.employee = employee
  return person.put('employees', employee)
}

const terminated = ({ employee }: Person, isTerminated: boolean): Employee => ({
  ...employee,
  _metadata: { ...employee._metadata, isTerminated },
})

const expectOf = (person: Person, type: string, about: Partial<Due> = {}): void => {
  const { id } = person
  person.expect({ type, about: id, when: { seenAfter: Date.now() }, story: id, ...about })
}

/** Who has left and is back is told when a second roster says so. */
const expectReturn = (person: Person): void =>
  expectOf(person, 'employee-joined', { needsConfirming: true })

/**
 * Somebody new, with a shift of before: all of it is news. Until their first clocking nobody
 * knows their time zone, and absences would go by the workday's.
 */
export const join = async (person: Person): Promise<void> => {
  expectOf(person, 'employee-joined')
  await putEmployee(person, person.employee)
  await syncLate(person)
  await person.told()
  await planAhead(person)
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

const expectLeft = (person: Person): void =>
  expectOf(person, 'employee-left', { when: person.goneAfter('roster'), needsConfirming: true })

const leave = (person: Person): Promise<void> =>
  person.vanish('employees', async () => {
    expectLeft(person)
    await putEmployee(person, terminated(person, true))
    await person.told()
  })

/** Somebody clocks in, and everyone hears of it. */
const clockIn = async (person: Person): Promise<Clocking> => {
  const clocking = aClocking(person, Date.now())
  expectClockedIn(person, clocking)
  await putClocking(person, clocking)
  await person.told()
  return clocking
}

/**
 * Somebody leaves, sometimes while clocked in, which is followed to its end, and comes back; a
 * shift that they worked meanwhile is told then at the latest.
 */
export const leaveAndReturn = async (person: Person): Promise<void> => {
  const { draws } = person
  const clocking = draws.chance(0.5) ? await clockIn(person) : null
  await leave(person)
  if (clocking !== null) {
    await person.pause(0, 3)
    await clockOut(person, clocking)
    await person.told()
  }
  if (draws.chance(0.5)) await syncLate(person)
  await person.pause(0, 3)
  expectReturn(person)
  await putEmployee(person, terminated(person, false))
}

/** Somebody is terminated by mistake, which is put right before it counts: nobody is told. */
export const leaveByMistake = (person: Person): Promise<void> =>
  person.vanish('employees', async () => {
    await putEmployee(person, terminated(person, true))
    await person.pauseBriefly()
    await putEmployee(person, terminated(person, false))
  })

/**
 * Somebody is deleted with all their records, sometimes while clocked in. That they left is
 * told; what they clocked may be told as removed, each once, and nothing else. Then they are
 * back and begin with none.
 */
export const beDeleted = async (person: Person): Promise<void> => {
  const { draws, id, clockings } = person
  if (draws.chance(0.5)) await clockIn(person)
  await person.vanish('clockings', async () => {
    await person.vanish('employees', async () => {
      const when = person.goneAfter('records')
      const manner = { when, needsConfirming: true, isOptional: true }
      for (const each of clockings)
        person.expect({ type: 'clocking-removed', about: each, story: each, ...manner })
      expectLeft(person)
      clockings.clear()
      await person.remove(`employees/${id}`)
      await person.told()
    })
    await person.pause(removalAfter, removalAfter * 1.5)
  })
  expectReturn(person)
  await putEmployee(person, person.employee)
  await person.told()
  await syncLate(person)
  await person.told()
  await planAhead(person)
}
