import { defineConfig } from 'vitest/config'

/** Tests of parts that keep nothing between them: these files share a process and its imports. */
const sharing = ['alerts', 'attendance', 'platform', 'polling', 'publishing', 'store', 'workforce']

const common = { testTimeout: 30_000, hookTimeout: 30_000 }
const shared = sharing.map((folder) => `test/${folder}/**/*.test.ts`)

export default defineConfig({
  test: {
    globalSetup: 'test/harness/temporary-folder.ts',
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    passWithNoTests: false,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: 'reports/tests.json' }]]
      : ['default'],
    projects: [
      {
        extends: true,
        test: { ...common, name: 'parts', include: shared, isolate: false },
      },
      {
        extends: true,
        test: { ...common, name: 'whole', include: ['test/**/*.test.ts'], exclude: shared },
      },
    ],
  },
})
