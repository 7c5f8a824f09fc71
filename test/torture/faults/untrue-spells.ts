import type { Draws } from '../../../local/workforce-service/organisation/random.ts'
import { removalAfter } from '../settings.ts'
import type { UntrueArea } from '../truth/untruths.ts'
import type { Fault, Spell } from './spells.ts'

/** A spell of answers that look whole and are not, of which nobody may be told anything. */
export type UntrueSpell = { spell: Spell; length: number }

const second = 1_000

/** Less than makes what is missing count as gone, in milliseconds. */
const briefly = (draws: Draws): number => draws.whole(1 * second, removalAfter * 0.45 * second)
/** More than that. */
const long = (draws: Draws): number =>
  draws.whole(removalAfter * 1.3 * second, removalAfter * 1.8 * second)

/** Nothing of one person is shown, for less than makes it count as gone. */
const nothingOfOne = (draws: Draws): UntrueSpell => {
  const place = draws.unit()
  const faults = (employees: readonly string[]): Fault[] => {
    const employeeId = employees[Math.floor(place * employees.length)]
    return employeeId === undefined ? [] : [{ on: '*', kind: 'empty', employeeId }]
  }
  return { spell: { name: 'nothing of one person', faults }, length: briefly(draws) }
}

/** Nothing of anyone is shown, for longer: so many at once are not believed. */
const nothingOfAnyone =
  (on: 'clockings' | 'absences') =>
  (draws: Draws): UntrueSpell => {
    const faults = () => [{ on, kind: 'empty' }]
    return { spell: { name: `no ${on} of anyone`, faults }, length: long(draws) }
  }

/**
 * One answer about each person is of some seconds ago: so much less than makes what is missing
 * count as gone that it cannot make a mistake last.
 */
const oneStaleEach = (draws: Draws): UntrueSpell => {
  const secondsAgo = draws.whole(1, Math.floor(removalAfter * 0.4))
  const stale = { kind: 'stale', secondsAgo, times: 1 }
  const faults = (employees: readonly string[]): Fault[] =>
    employees.flatMap((employeeId) =>
      ['clockings', 'absences'].map((on) => ({ on, ...stale, employeeId })),
    )
  const name = `one answer of ${secondsAgo} s ago about each`
  return { spell: { name, faults }, length: 4 * second }
}

const short = (keep: number, more: object = {}): Spell => ({
  name: `a roster of ${keep === 0 ? 'nobody' : `${keep * 100} %`}${'times' in more ? ', once' : ''}`,
  faults: () => [{ on: 'employees', kind: 'short', keep, ...more }],
})

/** One refresh is shown a part of the roster, or none of it. */
const shortOnce = (draws: Draws): UntrueSpell => ({
  spell: short(draws.pick([0, 0.5, 0.85, 0.95]), { times: 1 }),
  length: 4 * second,
})

/** Some are missing for less than makes it count. */
const shortBriefly = (draws: Draws): UntrueSpell => ({
  spell: short(draws.pick([0.85, 0.95])),
  length: briefly(draws),
})

/** So many are missing that it is not believed, for longer. */
const halfForLong = (draws: Draws): UntrueSpell => ({
  spell: short(draws.pick([0, 0.3, 0.6])),
  length: long(draws),
})

type Making = (draws: Draws) => UntrueSpell

const makings: Record<UntrueArea, readonly [Making, ...Making[]]> = {
  roster: [shortOnce, halfForLong, shortBriefly],
  records: [nothingOfOne, oneStaleEach, nothingOfAnyone('clockings'), nothingOfAnyone('absences')],
}

/** Of fewer people too much is believed: of nine who lose four, of records of four whatever is lost. */
const leastToDoubt = 12

/** Those of an area, one after the other. @param n the number of the spell in its area */
export const anUntrueSpell = (
  area: UntrueArea,
  n: number,
  employees: number,
  draws: Draws,
): UntrueSpell => {
  const [first, ...others] = makings[area]
  const all = employees < leastToDoubt ? [first] : [...others, first]
  return (all[n % all.length] ?? first)(draws)
}
