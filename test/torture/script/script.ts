import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { joinersAmong } from '../settings.ts'
import { type Ending, prepare } from './baseline.ts'
import { createPerson, type Person, ScriptOver, type World } from './person.ts'
import { zones } from './records.ts'
import { forgetTheTime, forgetToClockOut, stayIll, workWhileAway } from './scenes/attention.ts'
import { correct } from './scenes/corrections.ts'
import { beDeleted, change, join, leaveAndReturn, leaveByMistake } from './scenes/employment.ts'
import { beAway, beAwayForNow, plan } from './scenes/leave.ts'
import { removeAndRestore, removeByMistake } from './scenes/removals.ts'
import { sync, work } from './scenes/shifts.ts'
import { createVanishings, type Vanishing } from './vanishing.ts'

type Scene = (person: Person) => Promise<unknown>

/** Nobody stands in line to have something vanish. */
const orWork =
  (what: Vanishing, scene: Scene): Scene =>
  (person) =>
    person.isFree(what) ? scene(person) : work(person)

/** Nor is anybody deleted where that would be too many. */
const beDeletedOrWork: Scene = (person) =>
  person.mayBeDeleted() ? beDeleted(person) : work(person)

/** What an employee may do next; the frequent more than once. */
const scenes: readonly Scene[] = [
  ...[work, work, work, work, sync, sync, correct, correct, correct],
  ...[beAway, beAway, beAwayForNow, beAwayForNow, orWork('absences', plan)],
  ...[forgetToClockOut, forgetTheTime, workWhileAway, stayIll, change],
  ...[removeAndRestore, removeByMistake].map((scene) => orWork('clockings', scene)),
  ...[leaveAndReturn, leaveByMistake, beDeletedOrWork].map((scene) => orWork('employees', scene)),
]

/** When the last of them joins, in seconds. */
const joiningWithin = 25

const joinLater: (person: Person) => Promise<void> = async (person) => {
  await person.pause(0, joiningWithin)
  await join(person)
}

/** One scene after the other, each once everything of the one before has been told. */
const live = async (person: Person, begin: Ending): Promise<void> => {
  try {
    await begin()
    for (;;) {
      await person.told()
      await person.pause(0, 2)
      await person.draws.pick([work, ...scenes])(person)
    }
  } catch (error) {
    if (!(error instanceof ScriptOver)) throw error
  }
}

/** Everybody's life while the system runs. */
export type Script = {
  /** The ids of all, those included who join later. */
  employees: string[]
  /** Goes on until the world's script is over. */
  run: () => Promise<void>
}

/** Puts everyone in place who is there from the beginning. */
export const prepareScript = async (
  employees: number,
  shared: Omit<World, 'vanishings'>,
): Promise<Script> => {
  const world = { ...shared, vanishings: createVanishings() }
  const people = Array.from({ length: employees }, (_, n) => {
    const draws = drawsOf('torture', world.seed, n)
    return createPerson(n, draws.pick(zones), draws, world)
  })
  const lives: (() => Promise<void>)[] = []
  for (const [n, person] of people.entries()) {
    const isLater = n % joinersAmong === joinersAmong - 1
    const begin = isLater ? () => joinLater(person) : await prepare(person)
    lives.push(() => live(person, begin))
  }
  return {
    employees: people.map(({ id }) => id),
    run: async () => {
      await Promise.all(lives.map((each) => each()))
    },
  }
}
