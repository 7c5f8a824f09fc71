import type { SourceMutant } from './source-mutant.ts'

const failing = 'lib/alerts/sending/failing.ts'
const agenda = 'lib/alerts/sending/agenda.ts'
const nextTurn = 'test/alerts/put-aside-next-turn.test.ts'
const givingUp = 'lib/alerts/sending/giving-up.ts'
const inVain = 'test/alerts/moved-back-in-vain.test.ts'

const goesAlong = 'lib/alerts/sending/goes-along.ts'

/** What a destination fails at for hours is put aside, and what follows on that with it. */
export const putAsideMutants: readonly SourceMutant[] = [
  {
    name: 'a correction is told for the sake of what was put aside before its turn came',
    file: 'lib/alerts/sending/send-due.ts',
    find: '[...new Set([...ids, ...after.map(({ id }) => id)])]',
    replace: '[...ids]',
    test: inVain,
  },
  {
    name: 'what goes to the dead letters with what it follows on has the turn begin anew',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'putAsideNow.add(id)',
    replace: 'new Set().add(id)',
    test: inVain,
  },
  {
    name: 'what waits in its own right as well is left out where it goes along to the dead letters',
    file: 'lib/alerts/sending/parcel.ts',
    find: '!ids.every((id) => gone',
    replace: '!ids.some((id) => gone',
    test: inVain,
  },
  {
    name: 'a dead letter grows by its correction each time that it is refused again',
    file: 'lib/alerts/sending/send-due.ts',
    find: ' && !after.includes(each)',
    replace: '',
    test: inVain,
  },
  {
    name: 'what was told once more, and is refused, leaves what is to be read after it',
    file: goesAlong,
    find: 'new Set([...going].map(idAsOriginal))',
    replace: 'new Set(going)',
    test: inVain,
  },
  {
    name: 'what corrects an all-clear is told though that is put aside',
    file: 'lib/alerts/receiving/collect.ts',
    find: '[onceMoreMark, allClearMark].reduce',
    replace: '[onceMoreMark].reduce',
    test: 'test/alerts/all-clear-put-aside.test.ts',
  },
  {
    name: 'what corrects an all-clear alone is told with what was overdue though the all-clear is put aside',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: '!isOf(original) && others.some(isOf) ? others : [original, ...others]',
    replace: '[original, ...others]',
    test: 'test/alerts/all-clear-put-aside.test.ts',
  },
  {
    name: 'what is to be read after what goes with something that is put aside stays, and is told alone',
    file: goesAlong,
    find: 'for (const each of more) after.add(each)',
    replace: 'return more',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'what can wait no longer is noted for ever as what a destination fails at',
    file: failing,
    find: '&& since > now - notedFor',
    replace: '',
    test: 'test/alerts/failing.test.ts',
  },
  {
    name: 'what an earlier turn was to put aside is tried again',
    file: givingUp,
    find: '?.aside\n',
    replace: '?.aside && undefined\n',
    test: nextTurn,
  },
  {
    name: 'what was put aside is so once more when it is moved back',
    file: failing,
    find: 'read.has(id) || (await',
    replace: 'each.aside !== null || (await',
    test: nextTurn,
  },
  {
    name: 'after an outage what is known to fail comes after all that is in doubt, in every turn',
    file: 'lib/alerts/sending/left-to-say.ts',
    find: '(isItsTurn ? bad.shift() : inDoubt.shift()?.parcel)',
    replace: 'inDoubt.shift()?.parcel',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'what is late by its rule is read before what was seen earlier of the same record, and is not',
    file: 'lib/alerts/sending/due-groups.ts',
    find: ' && !records.some((record) => ofLate.has(record))',
    replace: '',
    test: 'test/alerts/order.test.ts',
  },
  {
    name: 'what goes with a correction is read after what came later of the same record',
    file: 'lib/alerts/sending/due-groups.ts',
    find: 'Math.max(own, ...records.map((record) => latest.get(record) ?? own))',
    replace: 'own',
    test: 'test/alerts/order.test.ts',
  },
  {
    name: 'what failed while a destination took nothing is put aside where that fails once more at it, and takes something new',
    file: agenda,
    find: ' && !(isWell() && isInDoubt(parcel))',
    replace: '',
    test: 'test/alerts/down-then-fails-once.test.ts',
  },
  {
    name: 'likewise, and takes what waited',
    file: agenda,
    find: 'for (const each of given.notGivenUp(parcel, isInDoubt)) hold(each)',
    replace: '',
    test: 'test/alerts/down-then-fails-once.test.ts',
  },
  {
    name: 'what failed while a destination took nothing is put aside at the second failure since',
    file: failing,
    find: 'since: isFirst ? now : since',
    replace: 'since',
    test: 'test/alerts/down-then-fails-once.test.ts',
  },
  {
    name: 'what a destination fails at is put aside within minutes',
    file: failing,
    find: 'const failsAtMost = 2 * hour',
    replace: 'const failsAtMost = 2 * minute',
    test: 'test/alerts/fails-for-hours.test.ts',
  },
  {
    name: 'the hours in which a destination is down count as such in which it fails at one thing',
    file: failing,
    find: 'isAnew ? { ...each, since: now, tries: 0 } : each',
    replace: 'isAnew && now < 0 ? { since: now, tries: 0 } : each',
    test: 'test/alerts/failing.test.ts',
  },
  {
    name: 'what waited for a destination that was down is put off as what it fails at is',
    file: failing,
    find: 'isWell || tries > 0 ? tries + 1 : 0',
    replace: 'tries + 1',
    test: 'test/alerts/after-an-outage.test.ts',
  },
  {
    name: 'what is told only with something else is told though that is put aside',
    file: givingUp,
    find: 'withoutFollowers(parcel, given)',
    replace: 'withoutFollowers(parcel, new Set())',
    test: inVain,
  },
  {
    name: 'what is told only with something that was told once more itself is told though that is put aside',
    file: givingUp,
    find: 'given.add(idAsOriginal(id))',
    replace: 'given.add(id)',
    test: inVain,
  },
  {
    name: 'of whom something is given up the parts of a message come after what came after it',
    file: 'lib/alerts/sending/left-to-say.ts',
    find: 'last.splice(partsAmongLast++, 0, next)',
    replace: 'last.push(next)',
    test: 'test/alerts/sending/agenda.test.ts',
  },
]
