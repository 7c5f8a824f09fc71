import { expect, test } from 'vitest'
import { faultsOf } from './fault-selection.ts'
import { describeFailure } from './report.ts'
import { simulate } from './simulate.ts'

/** A day of a few people takes a quarter of a second, so every mutant of the core can live it. */
test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the promise holds in the small run of seed %i',
  async (seed) => {
    const result = await simulate({ seed, employees: 4, days: 1, faults: faultsOf(seed) })
    expect(await describeFailure(result)).toBe('')
  },
)
