import { expectBreak, expectClockedOut, putClocking, syncLate } from '../clockings.ts'
import type { Person } from '../person.ts'
import { type Break, type Clocking, minute, utc } from '../records.ts'

const moved = (moment: string, minutes: number): string =>
  utc(Date.parse(moment) + minutes * minute)

/** What takes back an end or a break takes a second answer to be told. */
const amend = async (
  person: Person,
  clocking: Clocking,
  changes: { field: string; before: unknown; after: unknown }[],
): Promise<Clocking> => {
  const { id } = clocking
  const when = { seenAfter: Date.now() }
  const needsConfirming = changes.some(({ after }) => after === null)
  const about = { about: id, story: id }
  person.expect({ type: 'clocking-amended', ...about, when, changes, needsConfirming })
  await putClocking(person, clocking)
  return clocking
}

/** What a manager does to a shift that is over; each gives the shift as it is then. */
type Correction = (person: Person, shift: Clocking) => Promise<Clocking>

const moveStart: Correction = (person, shift) => {
  const start = moved(shift.start, -person.draws.whole(1, 60))
  const changes = [{ field: 'start', before: shift.start, after: start }]
  return amend(person, { ...shift, start }, changes)
}

const moveEnd: Correction = async (person, shift) => {
  if (shift.end === null) return shift
  const end = moved(shift.end, person.draws.whole(1, 9))
  return amend(person, { ...shift, end }, [{ field: 'end', before: shift.end, after: end }])
}

const takeEndBack: Correction = async (person, shift) => {
  const changes = [{ field: 'end', before: shift.end, after: null }]
  const open = await amend(person, { ...shift, end: null }, changes)
  await person.told()
  const end = person.draws.chance(0.5) ? shift.end : utc(Date.now() - minute)
  const ended = { ...open, end }
  expectClockedOut(person, ended, { needsConfirming: true })
  await putClocking(person, ended)
  return ended
}

const addBreak: Correction = async (person, shift) => {
  const added: Break = {
    id: person.newId(),
    start: moved(shift.start, 1),
    end: moved(shift.start, 2),
  }
  expectBreak(person, shift.id, added)
  const corrected = { ...shift, breaks: [...shift.breaks, added] }
  await putClocking(person, corrected)
  return corrected
}

const removeBreak: Correction = async (person, shift) => {
  const [first, ...breaks] = shift.breaks
  if (first === undefined) return addBreak(person, shift)
  const changes = [{ field: `breaks.${first.id}`, before: first, after: null }]
  return amend(person, { ...shift, breaks }, changes)
}

const moveBreak: Correction = async (person, shift) => {
  const [first, ...others] = shift.breaks
  if (first === undefined || first.end === null) return addBreak(person, shift)
  const end = moved(first.end, 1)
  const changes = [{ field: `breaks.${first.id}.end`, before: first.end, after: end }]
  return amend(person, { ...shift, breaks: [{ ...first, end }, ...others] }, changes)
}

/** Notes are not published unless settings say so: nobody is told. */
const writeNote: Correction = async (person, shift) => {
  const noted = { ...shift, note: `note ${person.draws.whole(1, 999)}` }
  await putClocking(person, noted)
  return noted
}

const corrections = [
  moveStart,
  moveEnd,
  takeEndBack,
  addBreak,
  removeBreak,
  moveBreak,
  writeNote,
] as const

/** A shift is corrected, once or several times, each time after everyone has heard of the last. */
export const correct = async (person: Person): Promise<void> => {
  let shift = await syncLate(person)
  for (let times = person.draws.whole(1, 3); times > 0; times--) {
    await person.told()
    shift = await person.draws.pick(corrections)(person, shift)
  }
}
