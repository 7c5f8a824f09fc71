import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs } from '../oracle/moments.ts'
import type { Person } from '../organisation/history.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { Spell } from './faults.ts'

export type TroublesOptions = {
  seed: number
  kinds: ReadonlySet<FaultKind>
  from: EpochMs
  to: EpochMs
  now: () => EpochMs
  people: readonly Person[]
  counts: Map<string, number>
}

export const isIn = ({ from, to }: Spell, moment: EpochMs): boolean => moment >= from && moment < to

export const spellIn = (
  draws: Draws,
  { from, to }: Spell,
  shortest: number,
  longest: number,
): Spell => {
  const start = from + draws.unit() * (to - from)
  return { from: start, to: Math.min(to, start + draws.whole(shortest, longest)) }
}

export const several = <T>(draws: Draws, most: number, make: (n: number) => T): T[] =>
  Array.from({ length: draws.whole(1, most) }, (_, n) => make(n))

/** What all that lasts is decided with: each kind from draws of its own. */
export const createDeciding = (options: TroublesOptions) => {
  const { seed, kinds, now, people, counts } = options
  const whole: Spell = { from: options.from, to: options.to }
  /** A long run has outages that reach beyond the API's limits. */
  const isLong = options.to - options.from > 30 * day
  const drawsFor = (...name: (string | number)[]) => drawsOf('simulation', seed, ...name)
  const count = (kind: FaultKind): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  /** What a kind decides; nothing where it is not selected. */
  const of = <T>(kind: FaultKind, make: (draws: Draws) => T[]): T[] =>
    kinds.has(kind) ? make(drawsFor('troubles', kind)) : []
  const holdsIn = (kind: FaultKind, spells: readonly Spell[] | undefined): boolean => {
    const holds = spells?.some((spell) => isIn(spell, now())) ?? false
    if (holds) count(kind)
    return holds
  }

  /** Some of the people: now and then those who come first. */
  const someOf = (draws: Draws, most: number): Person[] => {
    const number = draws.whole(1, Math.max(1, most))
    if (draws.chance(0.4)) return people.slice(0, number)
    const [first, ...others] = people
    return first === undefined ? [] : several(draws, number, () => draws.pick([first, ...others]))
  }
  return { whole, isLong, drawsFor, count, of, holdsIn, someOf }
}
export type Deciding = ReturnType<typeof createDeciding>
