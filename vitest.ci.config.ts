import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * What CI runs beside `npm test`: what takes long (`*.long.ts`), which is the proof of the proof and
 * scenarios of many people, days or crashes, and the consumers in Python, which need more than npm
 * installs (`*.python.ts`).
 */
export default defineConfig({
  test: {
    include: ['test/**/*.{long,python}.ts'],
    globalSetup: 'test/harness/temporary-folder.ts',
    setupFiles: 'test/harness/clean-process.ts',
    isolate: false,
    maxWorkers: availableParallelism(),
    // The tests of mutants run in processes of their own, for which theirs wait.
    maxConcurrency: 2,
    passWithNoTests: false,
    // Beside the processes that run mutants, a long test takes three times as long as alone.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/ci-tests.json' }]]
      : ['default'],
  },
})
