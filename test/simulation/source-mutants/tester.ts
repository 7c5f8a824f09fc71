import { fileURLToPath } from 'node:url'
import { createVitest, type TestCase, type Vitest } from 'vitest/node'
import { sourceMutants } from './all.ts'
import { mutated, type SourceMutant } from './source-mutant.ts'

/**
 * Runs tests with the change of one mutant after another, in a process of its own, as `in-tests.ts` asks: to start
 * Vitest takes as long as most of their files do. Is told the name of a mutant, and answers what became of it.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url))
let mutant: SourceMutant | undefined
/** The tests that have run with its change. */
const seen: TestCase[] = []

/** On a busy machine a test takes too long whatever the source: that says nothing of a mutant. */
const hasFailed = (test: TestCase): boolean => {
  const { state, errors = [] } = test.result()
  return state === 'failed' && !errors.every(({ message }) => message.includes('timed out in'))
}

const vitest: Vitest = await createVitest(
  'test',
  {
    config: `${root}vitest.config.ts`,
    root,
    watch: false,
    maxWorkers: 1,
    // What one mutant changed, the next run must not find in a process, nor in a cache.
    isolate: true,
    fsModuleCache: false,
    reporters: [
      {
        onTestCaseResult: (test): void => {
          seen.push(test)
          // One that fails is enough.
          if (hasFailed(test)) void vitest.cancelCurrentRun('test-failure')
        },
      },
    ],
  },
  {
    plugins: [
      {
        name: 'mutate',
        enforce: 'pre',
        transform: (code, id) =>
          mutant !== undefined && id === root + mutant.file ? mutated(mutant, code) : null,
      },
    ],
  },
)

/** @returns the name of the first test that fails, or null */
const failingTest = async ({ name, file, test }: SourceMutant): Promise<string | null> => {
  seen.length = 0
  vitest.invalidateFile(root + file)
  await vitest.runTestSpecifications([
    vitest.getRootProject().createSpecification(`${root}${test}`),
  ])
  vitest.invalidateFile(root + file)
  if (seen.length === 0) throw new Error(`${name}: no test of ${test} ran`)
  return seen.find(hasFailed)?.fullName ?? null
}

const answer = async (name: unknown): Promise<void> => {
  mutant = sourceMutants.find((each) => each.name === name)
  if (mutant === undefined) throw new Error(`There is no mutant ${name}`)
  process.send?.(await failingTest(mutant))
}

process.on('message', (name) => void answer(name))
process.once('disconnect', () => process.exit())
