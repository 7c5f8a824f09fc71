import { alertKinds } from '../fault-selection.ts'
import type { NamedRun, SourceMutant } from './source-mutant.ts'

const elsewhere = 'test/alerts/written-elsewhere.test.ts'

/** A run in which originals come late, or come back from the dead letters. */
const lastWord = (seed: number): NamedRun => ({ seed, employees: 6, days: 2, faults: alertKinds })

/** What is read last is what holds: what is told once more, or late, and what waits for it. */
export const lastWordMutants: readonly SourceMutant[] = [
  {
    name: 'a correction that was sent once more is told again where it lay in the dead letters itself',
    file: 'lib/alerts/sending/outcomes.ts',
    find: '[...new Set(ids.flatMap(notifiedAs))]',
    replace: '[...ids]',
    test: 'test/alerts/moved-back.test.ts',
  },
  {
    name: 'what was sent since it was put aside has its correction sent again',
    file: 'lib/alerts/receiving/already-notified.ts',
    find: 'return original === null || own >= original',
    replace: 'return lastTold([id]) !== null',
    test: 'test/alerts/moved-back.test.ts',
  },
  {
    name: 'what was sent before what it corrects counts as read after it',
    file: 'lib/alerts/receiving/already-notified.ts',
    find: 'own >= original',
    replace: 'own > 0',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'a correction is sent once more after what its destination is shown nothing of any more',
    file: 'lib/alerts/sending/first-due.ts',
    find: 'const isLeft = ({ id }: Waiting): boolean => !repeated.has(id)',
    replace: "const isLeft = ({ id }: Waiting): boolean => id !== '' || !repeated.has(id)",
    test: 'test/alerts/turned-opaque-since.test.ts',
  },
  {
    name: 'what two letters bring at one moment is told after one of them alone',
    file: 'lib/alerts/receiving/collect.ts',
    find: '[original.sequence, of.sequence]',
    replace: '[original.sequence, original.sequence]',
    test: 'test/alerts/receiving/once-more.test.ts',
  },
  {
    name: 'what corrects something may wait before that does',
    file: 'lib/alerts/receiving/once-more.ts',
    find: 'after !== undefined && originals.has(after)',
    replace: 'after === undefined && originals.has(String(after))',
    test: 'test/alerts/receiving/once-more.test.ts',
  },
  {
    name: 'a correction that is known counts as sent when it comes once more',
    file: 'lib/alerts/sending/first-due.ts',
    find: 'await deliveries.drop(destination, [...delivered])',
    replace: 'await Reflect.get(deliveries, "settle")(destination, [...delivered])',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'what comes after its correction is the last word',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: 'there.has(each.addition.destination) ? onceMore(each, now) : [each.addition]',
    replace: '[each.addition]',
    run: lastWord(70_014),
  },
  {
    name: 'what corrects what comes with its original is not told once more',
    file: 'lib/alerts/follow-ups/early-followers.ts',
    find: 'last.followedBy(correction, destination)',
    replace: 'last.followedBy(correction, "")',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'what waits to be told once more is nothing to be read after',
    file: 'lib/alerts/receiving/already-notified.ts',
    find: 'notifiedAs(each.id).includes(id)',
    replace: 'each.id === id',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'an all-clear that is told later is not followed by what corrects it',
    file: 'lib/alerts/receiving/already-notified.ts',
    find: 'own === null || isToCome(after)',
    replace: 'own === null',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'what is told once more waits by the same id each time',
    file: 'lib/alerts/receiving/collect.ts',
    find: 'now.toString(36)',
    replace: '(0)',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'a destination for which something cannot be written keeps it from the others',
    file: 'lib/alerts/receiving/keep-additions.ts',
    find: 'wanted.map((each) => ({ ...each, unkept: unkeptOf(each, keptFor) }))',
    replace: 'wanted.filter(({ id }) => !failed.has(id))',
    test: elsewhere,
  },
  {
    name: 'it is noted that a destination is notified of what does not wait for it',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: '!each.unkept?.has(destination)',
    replace: 'true',
    test: elsewhere,
  },
  {
    name: 'a destination that cannot be noted keeps what follows from the others',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: 'attempt(id, () => note(each))',
    replace: 'note(each)',
    test: elsewhere,
  },
  {
    name: 'an end that cannot be put down for one destination is told to no other',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: 'await attempt(id, () => clear(...args))',
    replace: '[await clear(...args)]',
    test: elsewhere,
  },
  {
    name: 'what cannot be noted for another destination keeps a letter back',
    file: 'lib/alerts/receiving/take-back.ts',
    find: '{ ...settings, destinations }',
    replace: 'settings',
    test: elsewhere,
  },
  {
    name: 'what waits in its own right as well is told only with what it follows on',
    file: 'lib/alerts/sending/due-groups.ts',
    find: 'one.follows.length === 0 || other.follows.length === 0',
    replace: 'one.follows.length < 0',
    test: 'test/alerts/sending/due-groups.test.ts',
  },
  {
    name: 'letters that are moved back are taken back one after the other',
    file: 'lib/alerts/receiving/take-back.ts',
    find: 'const concurrently = 16',
    replace: 'const concurrently = 1',
    test: 'test/alerts/many-moved-back.test.ts',
  },
  {
    name: 'what is told once more is so hours later',
    file: 'lib/alerts/receiving/collect.ts',
    find: '      ...waiting,\n      id: `',
    replace: '      ...waiting,\n      dueAt: utc(now + 10_800 * second),\n      id: `',
    test: 'test/alerts/last-word.test.ts',
  },
]
