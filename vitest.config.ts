import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where a file of one test runs for as long as a hundred others do. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/test\/simulation\/[^/]+\.test\.ts$/.test(moduleId)

/** In a new clone nobody knows how long a file takes: what runs for long must not come last, alone. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    globalSetup: 'test/harness/temporary-folder.ts',
    setupFiles: 'test/harness/clean-process.ts',
    // Files share a process: reading the CDK library anew for each takes longer than the tests.
    isolate: false,
    // By default one core is left idle, which is half of a small machine. One worker more than there
    // are cores, because a quarter of the time a worker waits: for a retry, or for another process.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    passWithNoTests: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/tests.json' }]]
      : ['default'],
  },
})
