import fc from 'fast-check'
import type { Scenario } from './scenario.ts'
import { type Result, simulate } from './simulate.ts'
import { faultKinds, isFaultKind } from './system/fault-kinds.ts'

/** Scenarios of one seed, from no larger than the given one down to one employee and no fault. */
const smaller = ({ seed, employees, days, overHttp = false, webhooks = false }: Scenario) =>
  fc
    .record({
      employees: fc.integer({ min: 1, max: employees }),
      days: fc.integer({ min: 1, max: Math.max(1, days) }),
      faults: fc.record(Object.fromEntries(faultKinds.map((kind) => [kind, fc.boolean()]))),
    })
    .map(({ faults, ...size }): Scenario => {
      const kinds = Object.entries(faults).flatMap(([kind, isOn]) =>
        isOn && isFaultKind(kind) ? [kind] : [],
      )
      return { seed, ...size, faults: kinds, overHttp, webhooks }
    })

/** A run of a few people over months takes half a minute: after so many milliseconds no further one begins. */
const patience = 180_000

/**
 * The smallest scenario that fast-check finds in a few minutes to break the same invariant.
 * @param result one with violations
 * @param numRuns how many smaller scenarios to try
 */
export const shrink = async ({ scenario, violations }: Result, numRuns = 60): Promise<Result> => {
  const wanted = violations[0]?.invariant
  let smallest = await simulate(scenario)
  const size = ({ scenario: { employees, days, faults } }: Result): number =>
    employees * 100 + days * 20 + faults.length
  const property = fc.asyncProperty(smaller(scenario), async (candidate) => {
    const result = await simulate(candidate)
    const isBroken = result.violations.some(({ invariant }) => invariant === wanted)
    if (isBroken && size(result) < size(smallest)) smallest = result
    return !isBroken
  })
  await fc.check(property, { numRuns, seed: scenario.seed, interruptAfterTimeLimit: patience })
  return smallest
}
