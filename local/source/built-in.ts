import { createClock } from '../clock.ts'
import type { RunRecord } from '../data/run-record.ts'
import type { BuiltInOptions } from '../options.ts'
import { createSimulatedOrganisation } from '../workforce-service/organisation/simulated-organisation.ts'
import { startWorkforceService } from '../workforce-service/start.ts'
import { busyMoment } from './busy-moment.ts'
import type { Source } from './source.ts'

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
 * where something happens.
 */
const firstMoment = (
  { employees, seed, speed }: BuiltInOptions,
  startedAt: number,
  saved: number | null,
): number => {
  const now = Date.now()
  if (saved !== null) return Math.max(now, saved)
  if (speed <= 1) return now
  return busyMoment(createSimulatedOrganisation({ size: employees, seed, startedAt }), now)
}

/**
 * Starts the built-in Workforce service. Its simulation is a function of seed, start and
 * moment: with the start and the clock of the run before, it goes on as if it had never been
 * away. What was written through the control API is forgotten.
 */
export const startBuiltIn = async (options: BuiltInOptions, record: RunRecord): Promise<Source> => {
  const { employees, seed, speed } = options
  const startedAt = savedMoment(record, 'startedAt') ?? Date.now()
  const now = firstMoment(options, startedAt, savedMoment(record, 'clock'))
  const clock = createClock({ now, speed })
  const service = await startWorkforceService({ port: 0, employees, seed, clock, startedAt })
  const keepClock = () => record.keepFact('clock', String(clock.now()))
  record.keepFact('startedAt', String(startedAt))
  keepClock()
  const timer = setInterval(keepClock, keepClockEvery)
  const { baseUrl: apiUrl, authUrl, clientId, clientSecret } = service
  return {
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
