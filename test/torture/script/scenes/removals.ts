import {
  aClocking,
  clockOut,
  expectAll,
  expectClockedIn,
  expectClockedOut,
  putClocking,
  syncLate,
} from '../clockings.ts'
import type { Person } from '../person.ts'
import { type Clocking, minute, utc } from '../records.ts'

/** A clocking that everyone has heard of, open or over. */
const aKnownClocking = async (person: Person): Promise<Clocking> => {
  let clocking = aClocking(person, Date.now() - minute)
  if (person.draws.chance(0.5)) clocking = await syncLate(person)
  else {
    expectClockedIn(person, clocking)
    await putClocking(person, clocking)
  }
  await person.told()
  return clocking
}

const removeShift = (person: Person, { id }: Clocking): Promise<void> =>
  person.vanish('clockings', async () => {
    const when = person.goneAfter('records')
    const needsConfirming = true
    person.expect({ type: 'clocking-removed', about: id, when, story: id, needsConfirming })
    await person.remove(`clockings/${id}`)
    await person.told()
  })

/** A clocking is deleted, and sometimes comes back for a while. */
export const removeAndRestore = async (person: Person): Promise<void> => {
  const clocking = await aKnownClocking(person)
  await removeShift(person, clocking)
  if (person.draws.chance(0.5)) return
  expectAll(person, clocking, { needsConfirming: true })
  await putClocking(person, clocking)
  await person.told()
  await removeShift(person, clocking)
}

/** A clocking is deleted and put back before it counts as removed: of that nobody is told. */
export const removeByMistake = async (person: Person): Promise<void> => {
  const clocking = await aKnownClocking(person)
  const end = clocking.end ?? (person.draws.chance(0.5) ? utc(Date.now()) : null)
  const restored = { ...clocking, end }
  await person.vanish('clockings', async () => {
    await person.remove(`clockings/${clocking.id}`)
    await person.pauseBriefly()
    if (clocking.end === null) expectClockedOut(person, restored)
    await putClocking(person, restored)
  })
  await person.told()
  if (end === null) await clockOut(person, clocking)
}
