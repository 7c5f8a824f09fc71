import { expect } from 'vitest'
import type { Scenario } from './scenario.ts'
import { type Options, simulate } from './simulate.ts'

/** A small organisation in which nothing fails but what is told to. */
export const quiet: Scenario = { seed: 53, employees: 3, days: 1, faults: [] }

/** Somebody whose events are posted to endpoints, one of which refuses some, and sent again to them. */
export const quietEndpoints: Scenario = {
  seed: 108,
  employees: 1,
  days: 1,
  faults: ['endpoint-outage', 'endpoint-throttled', 'endpoint-gone'],
  webhooks: true,
}

type Part = NonNullable<Options['killAt']>['part']

/**
 * Kills a run before, or after, one effect at a time, and expects the promise to hold.
 * @param step 1 for every effect, n for every nth
 * @param part of which part of the system; of all where it is left out
 */
const killAtEachOf = async (
  scenario: Scenario,
  when: 'before' | 'after',
  step: number,
  part?: Part,
): Promise<void> => {
  let effect = 1
  for (;;) {
    const killAt = { effect, when, ...(part !== undefined && { part }) }
    const result = await simulate(scenario, { killAt })
    expect(result.violations, `${when} effect ${effect}`).toEqual([])
    if (!result.faults.has('crash')) break
    effect += step
  }
  expect(effect).toBeGreaterThan(100)
}

/** Kills the quiet run before, or after, one effect at a time, and expects the promise to hold. */
export const killAtEach = (when: 'before' | 'after', step: number): Promise<void> =>
  killAtEachOf(quiet, when, step)

/** Likewise the functions that deliver webhooks and send again. */
export const killEndpointsAtEach = (when: 'before' | 'after', step: number): Promise<void> =>
  killAtEachOf(quietEndpoints, when, step, 'webhooks')
