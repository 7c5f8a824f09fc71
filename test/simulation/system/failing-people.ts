import { day, type EpochMs, hour } from '../oracle/moments.ts'
import type { Operation } from '../oracle/served.ts'
import { leaverOf } from '../organisation/leavers.ts'
import { type Deciding, isIn, spellIn, type TroublesOptions } from './deciding.ts'
import type { Spell } from './faults.ts'

/** How the API fails one person. */
export type Refusal = 'server' | 'forbidden' | 'not-found' | 'lost' | 'throttled' | 'throttled-long'

export type Failing = Spell & { operation: Operation | 'both'; refusal: Refusal }

/** Whom the API fails for long, and how. */
export const createFailingPeople = (
  { seed, people }: TroublesOptions,
  { of, someOf, whole, isLong }: Deciding,
) => {
  const failing = new Map<string, Failing[]>()
  const fail = (id: string, how: Failing): void => {
    failing.set(id, [...(failing.get(id) ?? []), how])
  }
  of('failing-people', (draws) => {
    // Now and then more than half of them.
    const share = seed % 4 === 1 ? 0.8 : 0.3
    for (const { id } of someOf(draws, Math.floor(people.length * share))) {
      const { from, to } = spellIn(draws, whole, hour, isLong ? 60 * day : 90 * hour)
      const operation = draws.pick<Failing['operation']>(['both', 'clockings', 'absences'])
      const refusal = draws.pick<Refusal>(['server', 'server', 'forbidden', 'not-found', 'lost'])
      fail(id, { from, to: draws.chance(0.5) ? whole.to : to, operation, refusal })
    }
    return []
  })
  of('refused-leavers', () => {
    for (const { id } of people) {
      const leaver = leaverOf(id, { seed, ...whole })
      if (leaver === null) continue
      const { refusedFrom, returnsAt, operation, refusal } = leaver
      fail(id, { from: refusedFrom, to: returnsAt ?? whole.to, operation, refusal })
    }
    return []
  })
  of('throttled-people', (draws) => {
    for (const { id } of someOf(draws, people.length < 20 ? 1 : 2)) {
      const { from, to } = spellIn(draws, whole, hour, 60 * hour)
      const refusal = draws.pick<Refusal>(['throttled', 'throttled-long'])
      fail(id, { from, to, operation: 'both', refusal })
    }
    return []
  })
  /** How a call about somebody fails at a moment, or null. */
  return (operation: Operation, id: string, at: EpochMs): Refusal | null =>
    failing
      .get(id)
      ?.find(
        (each) => isIn(each, at) && (each.operation === 'both' || each.operation === operation),
      )?.refusal ?? null
}
