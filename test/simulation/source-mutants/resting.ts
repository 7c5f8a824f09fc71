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
    name: 'whoever rested was asked at the last poll, as far as presence says',
    file: 'lib/store/saved-state.ts',
    find: "shardSince(shard, 'clockings')",
    replace: 'shard.polledThrough',
    test: 'test/read-api/presence/as-of.test.ts',
  },
  {
    name: 'digests are stale where somebody rests for long',
    file: 'lib/alerts/digests/freshness.ts',
    find: 'isStaleAt(now, polls,',
    replace: 'isStaleAt(now, asOf,',
    test: 'test/alerts/digests/freshness.test.ts',
  },
  {
    name: 'who is in was last heard when whoever rests was asked',
    file: 'lib/alerts/wording/wording.ts',
    find: 'heardAt ?? asOf',
    replace: 'asOf',
    test: 'test/alerts/digests/digest-message.test.ts',
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
