import type { EpochMs } from '../attendance/moments.ts'

/** Where the time of everything that is published or said comes from. */
export type Clock = {
  now: () => EpochMs
  /** Seconds that it passes in one second of the machine's; 1 where left out. */
  readonly speed?: number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }

/** How long the machine has to wait until the clock has passed some milliseconds. */
export const machineMilliseconds = ({ speed = 1 }: Clock, milliseconds: number): number =>
  speed > 0 ? milliseconds / speed : milliseconds
