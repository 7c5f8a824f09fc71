import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/harness/temporary-folder.ts',
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/tests.json' }]]
      : ['default'],
  },
})
