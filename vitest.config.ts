import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/tests.json' }]]
      : ['default'],
  },
})
