import type { SourceMutant } from './source-mutant.ts'

/** Who hears what follows on something that they were told. */
export const followUpMutants: readonly SourceMutant[] = [
  {
    name: 'a correction that a rule by type wants, too, is told by that alone',
    file: 'lib/alerts/follow-ups/collect-follow-ups.ts',
    find: 'isByType === true && waiting.isByType === true',
    replace: 'isByType === true',
    test: 'test/alerts/types-of-absences.test.ts',
  },
]
