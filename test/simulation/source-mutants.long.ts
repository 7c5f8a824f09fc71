import { afterAll, expect, test } from 'vitest'
import { sourceMutants } from './source-mutants/all.ts'
import { startMutantTests } from './source-mutants/in-tests.ts'

const { failingTest, close } = startMutantTests()
afterAll(close)

/** Those that no seed finds in any time are looked for by tests, which anybody may run. */
test.concurrent.each(sourceMutants.filter((mutant) => mutant.test !== undefined))(
  'a test fails where $name',
  async (mutant) => {
    expect(await failingTest(mutant)).not.toBeNull()
  },
  120_000,
)
