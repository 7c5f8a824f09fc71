import type { SourceMutant } from './source-mutant.ts'

const retired = 'lib/attendance/state/retired.ts'

/** What is kept of who is let go: what counts as told, should they be back. */
export const letGoMutants: readonly SourceMutant[] = [
  {
    name: 'what is to come counts as told once somebody is let go who is asked about still',
    file: retired,
    find: 'known.map((end) => Math.min(end, now))',
    replace: 'known.map((end) => end)',
    test: 'test/promise/nothing-lost/forgotten-and-back.test.ts',
  },
  {
    name: 'all that ended by the last answer about a leaver counts as told once they are let go',
    file: retired,
    find: 'utc(Math.min(Math.max(...told), epochMs(answered)))',
    replace: 'utc(Math.max(...told, epochMs(answered)))',
    test: 'test/promise/nothing-lost/synced-after-leaving.test.ts',
  },
  {
    name: 'what a leaver was told last counts as untold once they are let go',
    file: retired,
    find: 'Math.min(Math.max(...told)',
    replace: 'Math.min(Math.min(...told)',
    test: 'test/attendance/state/retired.test.ts',
  },
  {
    name: 'all absences that ended by the last answer about a leaver count as told once they are let go',
    file: retired,
    find: 'known: endsOfAbsences(state)',
    replace: 'known: [Number.POSITIVE_INFINITY]',
    test: 'test/promise/nothing-lost/entered-after-leaving.test.ts',
  },
  {
    name: 'an absence that has not ended counts as told once a leaver is let go',
    file: retired,
    find: ".filter(({ phase }) => phase === 'ended')",
    replace: ".filter(({ phase }) => phase !== 'withdrawn')",
    test: 'test/attendance/state/retired.test.ts',
  },
  {
    name: 'absences of a leaver who is let go count as told by the day before their last date',
    file: retired,
    find: '[overEverywhereAt(each.known), ',
    replace: '[overEverywhereAt(each.known) - 86_400_000, ',
    test: 'test/attendance/state/retired.test.ts',
  },
  {
    name: 'of who is let go while they are asked about still only what is forgotten counts as told',
    file: retired,
    find: 'return told.length === 0 ? null : utc(Math.max(...told))',
    replace: 'return forgotten',
    test: 'test/cli/forgotten-and-hired-again.test.ts',
  },
]
