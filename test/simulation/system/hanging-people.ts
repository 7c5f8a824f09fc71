import { day, type EpochMs, hour, second } from '../oracle/moments.ts'
import type { Operation } from '../oracle/served.ts'
import { type Deciding, isIn, spellIn, type TroublesOptions } from './deciding.ts'
import type { Spell } from './faults.ts'

/** How long the API takes for each call about somebody, in milliseconds. */
type Hanging = Spell & { id: string; operation: Operation | 'both'; takes: number }

/** Whom the API keeps waiting for long: some beyond the time of any poll, some nearly so. */
export const createHangingPeople = (
  { people }: TroublesOptions,
  { of, someOf, whole, isLong }: Deciding,
) => {
  const hanging = of('hanging-people', (draws) =>
    someOf(draws, Math.ceil(people.length * 0.3)).map(
      ({ id }): Hanging => ({
        ...spellIn(draws, whole, hour, isLong ? 30 * day : 40 * hour),
        id,
        operation: draws.pick<Hanging['operation']>(['both', 'clockings', 'clockings', 'absences']),
        takes: draws.pick([9, 13, 40, 300]) * second,
      }),
    ),
  )
  /** How long a call about somebody takes at a moment, at least; 0 where nothing is the matter. */
  return (operation: Operation, id: string | null, at: EpochMs): number =>
    hanging.find(
      (each) =>
        each.id === id &&
        isIn(each, at) &&
        (each.operation === 'both' || each.operation === operation),
    )?.takes ?? 0
}
