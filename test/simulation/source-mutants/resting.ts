import type { SourceMutant } from './source-mutant.ts'

const resting = 'lib/attendance/resting.ts'

/** Who is asked more rarely, and since when they were asked. */
export const restingMutants: readonly SourceMutant[] = [
  {
    name: 'whoever rested is asked since the last poll of their shard',
    file: 'lib/attendance/asked-since.ts',
    find: ': utc(restedSince(epochMs(polledThrough), resting, employeeId))',
    replace: ': polledThrough',
    run: { seed: 8 },
  },
  {
    name: 'since when who rests far from their usual hours was asked goes by other rests',
    file: resting,
    find: 'const longest = longestRest(resting)',
    replace: 'const longest = longestRest({ ...resting, farEverySeconds: 0 }) || 1',
    test: 'test/attendance/resting.test.ts',
  },
  {
    name: 'who rests for less than others has no turn with them',
    file: resting,
    find: ' && !isTurn(longestRest(resting))',
    replace: '',
    run: { seed: 117 },
  },
]
