import type { SourceMutant } from './source-mutant.ts'

/** By whose clock absences go: of which clocking it is said where somebody is. */
export const zonesMutants: readonly SourceMutant[] = [
  {
    name: 'what is forgotten says nothing of where somebody is',
    file: 'lib/attendance/where-they-are.ts',
    find: 'forgotten === undefined ? []',
    replace: "typeof forgotten !== 'string' ? []",
    run: { seed: 604, faults: ['other-zones', 'long-absences', 'far-corrections'] },
  },
  {
    name: 'what was forgotten before says nothing of where somebody is',
    file: 'lib/attendance/state/newest-forgotten.ts',
    find: '...(before ? [before] : [])',
    replace: '',
    test: 'test/attendance/state/newest-forgotten.test.ts',
  },
  {
    name: 'what an item has no room for says nothing of where somebody is',
    file: 'lib/attendance/state/keep-small.ts',
    find: '...keepingClockings(state, new Map(kept))',
    replace: '...state, clockings: Object.fromEntries(kept)',
    test: 'test/attendance/state/newest-forgotten.test.ts',
  },
  {
    name: 'whose only clocking was removed is where that was for good',
    file: 'lib/attendance/diff.ts',
    find: 'ofKnown === null ? before : { zone: null, since: null }',
    replace: 'before',
    test: 'test/promise/nothing-invented/zones-of-old.test.ts',
  },
  {
    name: 'a clocking that was forgotten says where somebody is, though it is known anew',
    file: 'lib/attendance/state/newest-forgotten.ts',
    find: 'return isKnown ? undefined : newestForgotten',
    replace: 'return newestForgotten',
    test: 'test/promise/nothing-invented/zones-of-old.test.ts',
  },
  {
    name: 'a clocking that was forgotten before ids were noted is another than the one that began with it',
    file: 'lib/attendance/state/newest-forgotten.ts',
    find: 'epochMs(known.start) === epochMs(start))',
    replace: 'known.start === id)',
    test: 'test/attendance/state/newest-forgotten.test.ts',
  },
]
