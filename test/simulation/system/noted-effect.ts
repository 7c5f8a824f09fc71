import type { EpochMs } from '../oracle/moments.ts'
import type { Observed } from './observed.ts'
import type { Effect, Process } from './process.ts'

/** Reaches the services, and notes what became of each write to the tables. */
export const notedEffect =
  (process: Process, { written }: Observed, now: () => EpochMs): Effect =>
  async (service, what, act, latency) => {
    let hasArrived = false
    const note = (isTaken: boolean): void => {
      if (service === 'database' && !what.startsWith('read'))
        written.push({ process: process.name, at: now(), what, isTaken })
    }
    const noted = () => {
      hasArrived = true
      const result = act()
      note(result !== null && result !== false)
      return result
    }
    try {
      return await process.effect(service, what, noted, latency)
    } catch (error) {
      if (!hasArrived) note(false)
      throw error
    }
  }
