import type { SourceMutant } from './source-mutant.ts'

/** Who is forgotten is gone, and nobody else loses anything. */
export const forgettingMutants: readonly SourceMutant[] = [
  {
    name: 'what waits for another is removed with a clocking that was theirs once',
    file: 'lib/store/deliveries-about.ts',
    find: '  if (subjects.length === 0) return',
    replace: "  if (isNamed()) return { kind: 'all' }\n  if (subjects.length === 0) return",
    test: 'test/cli/forget-moved.test.ts',
  },
  {
    name: 'of what two were told of one record, that of the other is removed, too',
    file: 'lib/store/deliveries-about.ts',
    find: '  if (subjects.every(isOwn))',
    replace: '  if (subjects.some(isOwn))',
    test: 'test/cli/forget-moved.test.ts',
  },
  {
    name: 'a state is kept whose id was typed in other letters',
    file: 'cli/forget/holdings.ts',
    find: 'isSame(employeeId, typed))',
    replace: 'employeeId === typed)',
    test: 'test/cli/forget-either-case.test.ts',
  },
]
