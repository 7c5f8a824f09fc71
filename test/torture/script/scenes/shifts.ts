import {
  aClocking,
  clockOut,
  expectBreak,
  expectClockedIn,
  putClocking,
  syncLate,
} from '../clockings.ts'
import type { Person } from '../person.ts'
import { type Break, type Clocking, utc } from '../records.ts'

const takeBreak = async (person: Person, clocking: Clocking): Promise<Clocking> => {
  const open: Break = { id: person.newId(), start: utc(Date.now()), end: null }
  const begun = { ...clocking, breaks: [...clocking.breaks, open] }
  expectBreak(person, clocking.id, open)
  await putClocking(person, begun)
  await person.pause(0, 2)
  const closed = { ...open, end: utc(Date.now()) }
  const when = { at: Date.parse(closed.end) }
  person.expect({ type: 'break-ended', about: open.id, when, story: clocking.id })
  const ended = { ...clocking, breaks: [...clocking.breaks, closed] }
  await putClocking(person, ended)
  return ended
}

/** Somebody works: in, up to two breaks, out, at any pace. Nothing is taken back. */
export const work = async (person: Person): Promise<void> => {
  const { draws } = person
  let clocking = aClocking(person, Date.now())
  expectClockedIn(person, clocking)
  await putClocking(person, clocking)
  for (let breaks = draws.whole(0, 2); breaks > 0; breaks--) {
    await person.pause(0, 2)
    clocking = await takeBreak(person, clocking)
  }
  await person.pause(0, 3)
  await clockOut(person, clocking)
}

/** Several shifts come at once, hours late. */
export const sync = async (person: Person): Promise<void> => {
  for (let shifts = person.draws.whole(1, 3); shifts > 0; shifts--) await syncLate(person)
}
