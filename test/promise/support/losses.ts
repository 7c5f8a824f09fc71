import { expect } from 'vitest'
import { clock, watch } from './people.ts'
import type { Start, System, SystemOptions } from './system.ts'

/** Some people who all clocked in at nine on Monday, and were published so. */
export const allInAtNine = async (start: Start, count: number, options: SystemOptions) => {
  const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
  await watch(system, count)
  const ids = Array.from({ length: count }, (_, n) =>
    clock(system.world, n + 1, { start: '2026-11-16T09:00:00Z', end: null }),
  )
  await system.pollAt('2026-11-16T10:00:00Z')
  expect(await system.published()).toHaveLength(count)
  return { system, ids }
}

/** The API serves complete lists without some people's records. @returns what ends it */
export const hide = ({ api }: System, of: 'clockings' | 'absences', people: number): (() => void) =>
  api.trouble({
    on: (asked) => asked.of === of && Number(asked.employeeId?.slice(-12)) <= people,
    records: () => [],
  })
