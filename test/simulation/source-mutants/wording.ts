import type { SourceMutant } from './source-mutant.ts'

/** In what order a message is read, and of whom it speaks. */
export const wordingMutants: readonly SourceMutant[] = [
  {
    name: 'what happened to somebody at one moment is told in the order of what they were called',
    file: 'lib/alerts/wording/group-message.ts',
    find: '(latest ?? event).data.employee',
    replace: 'event.data.employee',
    test: 'test/alerts/renamed.test.ts',
  },
  {
    name: 'somebody who was renamed has namesakes by their last name alone',
    file: 'lib/alerts/wording/namesakes.ts',
    find: 'Map.groupBy(people,',
    replace: 'Map.groupBy(new Map(people.map((each) => [each.id, each])).values(),',
    test: 'test/alerts/renamed.test.ts',
  },
]
