import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'test/harness/temporary-folder.ts',
    setupFiles: 'test/harness/clean-process.ts',
    // Files share a process: reading the CDK library anew for each takes longer than the tests.
    isolate: false,
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    passWithNoTests: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/tests.json' }]]
      : ['default'],
  },
})
