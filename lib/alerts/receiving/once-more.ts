import type { EpochMs } from '../../attendance/moments.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { Brought } from '../follow-ups/early-followers.ts'
import { type Addition, idAsOriginal, onceMoreAfter } from './collect.ts'

/**
 * What is told once more: for the sake of each of those that it is to be read after, so that whichever of them is told now, or
 * not taken, decides for itself whether it is.
 */
export const onceMore = ({ addition, after, by }: Brought, now: EpochMs): Addition[] =>
  after.map((original) => onceMoreAfter(original, addition, by, now))

/**
 * What is to wait, in turns: nothing is kept before what it is to be read after, so that whoever looks meanwhile never finds what puts
 * something right without that.
 */
export const originalsFirst = (waiting: readonly Waiting[]): Waiting[][] => {
  const originals = new Set(waiting.map(({ id }) => idAsOriginal(id)))
  const isLater = ({ after }: Waiting): boolean => after !== undefined && originals.has(after)
  const first = waiting.filter((each) => !isLater(each))
  return first.length === 0 || first.length === waiting.length
    ? [[...waiting]]
    : [first, ...originalsFirst(waiting.filter(isLater))]
}

/** Keeps waiting, in those turns. */
export const addOriginalsFirst = async (
  { add }: Pick<DeliveryStore, 'add'>,
  destination: string,
  waiting: readonly Waiting[],
): Promise<void> => {
  for (const turn of originalsFirst(waiting)) await add(destination, turn)
}
