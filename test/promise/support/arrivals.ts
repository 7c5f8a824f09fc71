import { clock, watch } from './people.ts'
import type { Start, System } from './system.ts'

/** The number of the person that an id is of. */
export const numberOf = (employeeId: string | null): number => Number(employeeId?.slice(-12))

export const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** So many people, of whom everybody clocks in at nine, half a minute ago. */
export const allComeIn = async (
  start: Start,
  count: number,
  polling: Record<string, number> = {},
): Promise<System> => {
  const system = await start({ now: '2026-11-16T08:00:00Z', polling })
  await watch(system, count)
  for (let n = 1; n <= count; n++)
    clock(system.world, n, { start: '2026-11-16T09:00:00Z', end: null })
  system.clock.set('2026-11-16T09:00:30Z')
  system.api.asked()
  return system
}

/** The numbers of those of whom something has been published since the last time. */
export const publishedOf = async (system: System): Promise<number[]> =>
  (await system.events()).map(({ subject }) => numberOf(subject)).sort((a, b) => a - b)
