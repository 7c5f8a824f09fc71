import { expect, test } from 'vitest'
import { describeFailure } from './report.ts'
import { faultsOf } from './scenario.ts'
import { simulate } from './simulate.ts'
import type { FaultKind } from './system/faults.ts'

type Regression = { seed: number; of: string; faults?: FaultKind[] }

/** Seeds that once failed, each with what was wrong. */
const regressions: Regression[] = [
  {
    seed: 3,
    faults: [],
    of: 'a clocking that a correction brought back kept the ids of its first telling',
  },
  { seed: 5, of: 'an empty second roster answer confirmed that somebody had left' },
  {
    seed: 97,
    of: 'an ended absence was forgotten at once where a correction made its times senseless',
  },
  { seed: 255, of: 'a second look for one clocking made others seem removed' },
  { seed: 451, of: 'a second look for one clocking made others seem removed' },
  { seed: 1065, of: 'an absence that was corrected to have ended days ago was told as withdrawn' },
]

test.each(regressions)('seed $seed: $of', async ({ seed, faults = faultsOf(seed) }) => {
  const result = await simulate({ seed, employees: 20, days: 3, faults })
  expect(await describeFailure(result)).toBe('')
})
