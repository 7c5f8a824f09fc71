import type { EpochMs } from '../attendance/moments.ts'

/** Where the time of everything that is told comes from. */
export type Clock = { now: () => EpochMs }

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
