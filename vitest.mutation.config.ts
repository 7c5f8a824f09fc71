import { defineConfig } from 'vitest/config'

/** The tests that say what a mutant of the core breaks; the long simulation says it too slowly. */
export default defineConfig({
  test: {
    include: ['test/{attendance,polling,store,publishing,hostile}/**/*.test.ts'],
    testTimeout: 30_000,
  },
})
