import type { Due, Person } from './person.ts'
import { type Break, type Clocking, minute, utc } from './records.ts'

export const aClocking = ({ id, zone, newId }: Person, start: number): Clocking => ({
  id: newId(),
  employeeId: id,
  start: utc(start),
  end: null,
  startTimeZone: zone.zone,
  endTimeZone: zone.zone,
  breaks: [],
  note: null,
})

/** A shift that is over, with up to two breaks. @param length in milliseconds */
export const aWholeShift = (person: Person, start: number, length: number): Clocking => {
  const { draws, newId } = person
  const slot = length / 3
  const breaks = Array.from({ length: draws.whole(0, 2) }, (_, n): Break => {
    const from = start + (n + draws.unit() * 0.5) * slot
    const end = from + draws.unit() * 0.4 * slot
    return { id: newId(), start: utc(from), end: utc(end) }
  })
  return { ...aClocking(person, start), breaks, end: utc(start + length) }
}

/** Who is in since before an absence was over may be told to have been in though absent, if a poll shows both before they leave. */
const mayHaveBeenAway = (person: Person, { id, start, end }: Clocking): void => {
  if (end !== null) return
  const began = Date.parse(start)
  for (const [absence, away] of person.wasAway)
    if (began < away.end)
      person.expect({
        type: 'clocked-in-while-absent',
        about: `${id}+${absence}`,
        when: { at: Math.max(began, away.start) },
        isOptional: true,
      })
}

export const putClocking = (person: Person, clocking: Clocking): Promise<void> => {
  mayHaveBeenAway(person, clocking)
  return person.put('clockings', clocking)
}

const at = (moment: string) => ({ at: Date.parse(moment) })

/** What is so of all the events of a record, such as that a second answer must confirm them. */
type Manner = Pick<Due, 'needsConfirming'>

export const expectClockedIn = (person: Person, { id, start }: Clocking, manner?: Manner): void =>
  person.expect({ type: 'clocked-in', about: id, when: at(start), story: id, ...manner })

export const expectBreak = (
  person: Person,
  story: string,
  { id, start, end }: Break,
  manner?: Manner,
): void => {
  const about = { about: id, story, ...manner }
  person.expect({ type: 'break-started', when: at(start), ...about })
  if (end !== null) person.expect({ type: 'break-ended', when: at(end), ...about })
}

export const expectClockedOut = (person: Person, { id, end }: Clocking, manner?: Manner): void => {
  if (end === null) return
  person.expect({ type: 'clocked-out', about: id, when: at(end), story: id, ...manner })
}

/** All that there is to tell of a clocking that nobody has heard of, or that is back. */
export const expectAll = (person: Person, clocking: Clocking, manner?: Manner): void => {
  expectClockedIn(person, clocking, manner)
  for (const each of clocking.breaks) expectBreak(person, clocking.id, each, manner)
  expectClockedOut(person, clocking, manner)
}

/** Ends an open clocking now. */
export const clockOut = async (person: Person, clocking: Clocking): Promise<Clocking> => {
  const ended = { ...clocking, end: utc(Date.now()) }
  expectClockedOut(person, ended)
  await putClocking(person, ended)
  return ended
}

/** A shift that was worked some hours ago and that a device syncs only now. */
export const syncLate = async (person: Person): Promise<Clocking> => {
  const start = Date.now() - person.draws.whole(180, 600) * minute
  const shift = aWholeShift(person, start, person.draws.whole(30, 170) * minute)
  expectAll(person, shift)
  await putClocking(person, shift)
  return shift
}
