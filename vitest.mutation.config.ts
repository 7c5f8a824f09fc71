import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A mutant is done with at the first test that fails, so the slow ones come last. */
const order = [
  /test\/attendance\//,
  /test\/polling\//,
  /test\/publishing\//,
  /test\/store\//,
  /test\/simulation\//,
]
const rank = ({ moduleId }: TestSpecification): number =>
  order.findIndex((pattern) => pattern.test(moduleId))

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** The tests that say what a mutant of the core breaks; the long simulation says it too slowly. */
export default defineConfig({
  test: {
    include: [
      'test/{attendance,polling,store,publishing}/**/*.test.ts',
      'test/simulation/small-runs.test.ts',
    ],
    exclude: [
      'test/attendance/laws.test.ts',
      'test/polling/{gapless,long-answers,left-behind,nothing-invented,first-run,roster,believed-roster,crashes,privacy,unsaved}.test.ts',
    ],
    sequence: { sequencer: QuickFirst },
    isolate: false,
    testTimeout: 30_000,
  },
})
