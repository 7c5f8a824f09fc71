import type { EpochMs } from '../../attendance/moments.ts'
import type { Brought } from '../follow-ups/early-followers.ts'
import { type Addition, onceMoreAfter } from './collect.ts'

/**
 * What is told once more: for the sake of each of those that it is to be read after, so that whichever of them is told now, or
 * not taken, decides for itself whether it is.
 */
export const onceMore = ({ addition, after }: Brought, now: EpochMs): Addition[] =>
  after.map((original) => onceMoreAfter(original, addition, now))
