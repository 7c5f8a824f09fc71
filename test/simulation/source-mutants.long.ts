import { expect, test } from 'vitest'
import { sourceMutants } from './source-mutants/all.ts'
import { failingTest } from './source-mutants/in-tests.ts'

/** Those that no seed finds in any time are looked for by tests, which anybody may run. */
test.concurrent.each(sourceMutants.filter((mutant) => mutant.test !== undefined))(
  'a test fails where $name',
  async (mutant) => {
    expect(await failingTest(mutant, mutant.test ?? '')).not.toBeNull()
  },
  120_000,
)
