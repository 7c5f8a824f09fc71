import { defineConfig } from 'vitest/config'

/** The consumers in Python: they need more than npm installs, so that `npm test` leaves them out. */
export default defineConfig({
  test: {
    include: ['test/**/*.python.ts'],
    globalSetup: 'test/harness/temporary-folder.ts',
    setupFiles: 'test/harness/clean-process.ts',
    passWithNoTests: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/python-tests.json' }]]
      : ['default'],
  },
})
