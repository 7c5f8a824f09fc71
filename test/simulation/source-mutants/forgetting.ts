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
  {
    name: 'who left while clocked in is forgotten, and told as clocked in once more',
    file: 'cli/forget/forgettable.ts',
    find: 'isEndUnrecorded(saved.state) && !terms.isOpenToo',
    replace: 'isEndUnrecorded(saved.state) && terms.lookbackHours < 0',
    test: 'test/cli/forgotten-and-hired-again.test.ts',
  },
  {
    name: 'who is on one roster again is forgotten',
    file: 'cli/forget/holdings.ts',
    find: 'if (saved !== null) return isBackUnconfirmed(saved.state)',
    replace: 'if (saved !== null) return false',
    test: 'test/cli/forgotten-and-hired-again.test.ts',
  },
  {
    name: 'who is on one roster again, and whose state is gone, is forgotten',
    file: 'cli/forget/holdings.ts',
    find: '.some((id) => isSame(id, typed))\n}',
    replace: ".some((id) => id === '')\n}",
    test: 'test/cli/forgotten-and-hired-again.test.ts',
  },
  {
    name: 'who is forgotten stays among those who are behind',
    file: 'cli/forget/forget-employee.ts',
    find: 'for (const each of holdings.behind) await',
    replace: 'for (const each of holdings.behind.slice(0, 0)) await',
    test: 'test/cli/forget-notes.test.ts',
  },
  {
    name: 'the note of a snapshot that broke off names who is forgotten',
    file: 'lib/store/events/forget-replays.ts',
    find: 'isOfThemAlone(read.value, employeeId) || isWithThem(read.value, employeeId)',
    replace: 'isOfThemAlone(read.value, employeeId)',
    test: 'test/cli/forget-notes.test.ts',
  },
  {
    name: 'an endpoint is posted all that a turn had read of whoever is forgotten',
    file: 'lib/webhooks/sending/of-employee.ts',
    find: 'if (!(await sendOne(delivery, webhook, ports, sending, async () => {}))) return',
    replace: 'await sendOne(delivery, webhook, ports, sending, async () => {})',
    test: 'test/cli/forget-mid-turn.test.ts',
  },
  {
    name: 'likewise one that gets events in order',
    file: 'lib/webhooks/sending/in-order.ts',
    find: '    if (!isThere) return\n',
    replace: '    if (!isThere) continue\n',
    test: 'test/cli/forget-mid-turn.test.ts',
  },
  {
    name: 'a channel is told all that a turn had read of whoever is forgotten',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'if (!isJustRead && !(await deliveries.areWaiting(key, parcel.ids)))',
    replace: 'if (!isJustRead && parcel.ids.length === 0)',
    test: 'test/cli/forget-mid-turn.test.ts',
  },
]
