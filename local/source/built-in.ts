import { createClock } from '../clock.ts'
import type { RunRecord } from '../data/run-record.ts'
import type { BuiltInOptions } from '../flags.ts'
import { startWorkforceService } from '../workforce-service/start.ts'
import type { Source } from './source.ts'
import { workingMorning } from './working-morning.ts'

/** How often the clock is written down, in milliseconds. */
const keepClockEvery = 500

/** A moment that an earlier run in the same folder wrote down, epoch milliseconds. */
const savedMoment = (record: RunRecord, name: string): number | null => {
  const saved = record.fact(name)
  return saved === null ? null : Number(saved)
}

/**
 * Where the clock of a run begins. One that had run ahead of the real clock stays ahead; real
 * time that has passed meanwhile has passed there as well. A new one that runs fast begins
 * on a working morning.
 */
const firstMoment = (speed: number, timeZone: string, saved: number | null): number => {
  const now = Date.now()
  if (saved !== null) return Math.max(now, saved)
  return speed <= 1 ? now : workingMorning(now, timeZone, speed)
}

/** What a built-in service needs beside what the command line says of it. */
export type BuiltInSurroundings = {
  record: RunRecord
  /** Whose mornings a run begins on. */
  timeZone: string
  /** The port of the service; 0 takes any free one. */
  port: number
}

/**
 * Starts the built-in Workforce service. Its simulation is a function of seed, start and
 * moment: with the start and the clock of the run before, it goes on as if it had never been
 * away. What was written through the control API is forgotten.
 */
export const startBuiltIn = async (
  { employees, seed, speed }: BuiltInOptions,
  { record, timeZone, port }: BuiltInSurroundings,
): Promise<Source> => {
  const now = firstMoment(speed, timeZone, savedMoment(record, 'clock'))
  const startedAt = savedMoment(record, 'startedAt') ?? now
  const clock = createClock({ now, speed })
  const service = await startWorkforceService({ port, employees, seed, clock, startedAt })
  const keepClock = () => record.keepFact('clock', String(clock.now()))
  record.keepFact('startedAt', String(startedAt))
  keepClock()
  const timer = setInterval(keepClock, keepClockEvery)
  const { baseUrl: apiUrl, authUrl, clientId, clientSecret } = service
  return {
    simulatedPeople: employees,
    apiUrl,
    authUrl,
    credentials: { clientId, clientSecret },
    clock,
    close: async () => {
      clearInterval(timer)
      keepClock()
      await service.close()
    },
  }
}
