import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A mutant is done with at the first test that fails, so the slow ones come last. */
const order = [
  /test\/attendance\//,
  /test\/polling\//,
  /test\/publishing\//,
  /test\/store\//,
  /test\/scripts\//,
  /test\/simulation\//,
]
const rank = ({ moduleId }: TestSpecification): number =>
  order.findIndex((pattern) => pattern.test(moduleId))

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** Whole polls against real engines, and properties of hundreds of runs: too slow for 2,600 mutants. */
const slow = [
  'test/attendance/laws.test.ts',
  'test/polling/{gapless,nothing-invented,left-behind,long-answers,unsaved}.test.ts',
  'test/polling/{first-run,roster,leavers,believed-roster,crashes,privacy}.test.ts',
]

/** The tests that say what a mutant of the core breaks: they fail quickly, and name the behaviour. */
export default defineConfig({
  test: {
    include: [
      'test/{attendance,polling,store,publishing}/**/*.{test,long}.ts',
      'test/scripts/event-catalog.test.ts',
      'test/simulation/small-runs.long.ts',
    ],
    exclude: slow,
    sequence: { sequencer: QuickFirst },
    isolate: false,
    testTimeout: 30_000,
  },
})
