import { expect } from 'vitest'
import type { Scenario } from './scenario.ts'
import { simulate } from './simulate.ts'

/** A small organisation in which nothing fails but what is told to. */
export const quiet: Scenario = { seed: 53, employees: 3, days: 1, faults: [] }

/**
 * Kills the quiet run before, or after, one effect at a time, and expects the promise to hold.
 * @param step 1 for every effect, n for every nth
 */
export const killAtEach = async (when: 'before' | 'after', step: number): Promise<void> => {
  let effect = 1
  for (;;) {
    const result = await simulate(quiet, { killAt: { effect, when } })
    expect(result.violations, `${when} effect ${effect}`).toEqual([])
    if (!result.faults.has('crash')) break
    effect += step
  }
  expect(effect).toBeGreaterThan(100)
}
