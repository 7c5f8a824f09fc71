import type { NamedRun, SourceMutant } from './source-mutant.ts'

const agenda = 'lib/alerts/sending/agenda.ts'
const leftToSay = 'lib/alerts/sending/left-to-say.ts'
const refusals = 'lib/alerts/sending/refusals.ts'
const alone = 'test/alerts/fails-alone.test.ts'
const hanging = 'test/alerts/hangs-in-parts.test.ts'
const inParts = 'test/alerts/fails-in-parts.test.ts'
const forDays = 'test/alerts/disliked-for-days.test.ts'
const refused = 'test/alerts/refused-in-parts.test.ts'
const down = 'test/alerts/down.test.ts'
const forHours = 'test/alerts/fails-for-hours.test.ts'

/** A run in which channels take nothing that is said of some people. */
const picky = (seed: number): NamedRun => ({
  seed,
  employees: 8,
  days: 2,
  faults: ['picky-channels'],
})

/** What one channel or audience fails at, or refuses, holds up nothing else. */
export const failingInPartsMutants: readonly SourceMutant[] = [
  {
    name: 'whoever is told of with somebody of whom a channel takes nothing waits for that',
    file: agenda,
    find: 'const isDivided = !say',
    replace: 'const isDivided = parcel.ids.length < 0 && !say',
    run: picky(70_009),
  },
  {
    name: 'what a channel fails at once is put aside',
    file: agenda,
    find: 'if (both === null) leave(parcel, reason)',
    replace: 'if (both === null) given.giveUp(parcel, reason)',
    run: picky(70_000),
  },
  {
    name: 'a destination that is well is asked for a few parts alone',
    file: agenda,
    find: 'ofSome: 20',
    replace: 'ofSome: 6',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'where a destination that takes something hangs, a message is halved once in each turn',
    file: agenda,
    find: 'const isQuick = isWell() && isSoon',
    replace: 'const isQuick = isWell()',
    test: hanging,
  },
  {
    name: 'what an audience fails at is never put aside, as that takes one mail in a turn',
    file: agenda,
    find: 'isWell() ? given',
    replace: 'hasTaken ? given',
    test: forDays,
  },
  {
    name: 'what an audience fails at is tried in every turn, as that takes one mail in a turn',
    file: agenda,
    find: 'isWell: isWell()',
    replace: 'isWell: hasTaken',
    test: forDays,
  },
  {
    name: 'what a destination fails at alone makes a letter every twenty minutes',
    file: agenda,
    find: 'if (hasFailedForLong(failing, now())) reasons.ofLater',
    replace: 'if (now() > 0) reasons.ofLater',
    test: forDays,
  },
  {
    name: 'a second message that a destination fails at does not end the turn',
    file: agenda,
    find: 'ofNothing: 2',
    replace: 'ofNothing: 20',
    test: alone,
  },
  {
    name: 'what speaks of somebody overtakes the message about them that failed',
    file: agenda,
    find: 'apart(each, held).others',
    replace: 'apart(each, new Set()).others',
    test: alone,
  },
  {
    name: 'a message about many that fails is tried whole again',
    file: agenda,
    find: 'const both = isDivided\n',
    replace: 'const both = isDivided && parcel.ids.length < 0\n',
    test: inParts,
  },
  {
    name: 'a message about many of which one is refused is put aside whole',
    file: refusals,
    find: 'hasTaken || alone < mostRefused',
    replace: 'false',
    test: refused,
  },
  {
    name: 'whoever has much that is refused has others put aside who are in the same message',
    file: refusals,
    find: 'isNew && isOfOne && count',
    replace: 'isOfOne && count',
    test: refused,
  },
  {
    name: 'all there is of somebody who is refused is asked for, one after the other',
    file: refusals,
    find: 'isAllOfOne ? null : halves(parcel)',
    replace: 'halves(parcel)',
    test: refused,
  },
  {
    name: 'a destination that refuses everything is asked for each thing alone',
    file: refusals,
    find: 'const mostRefused = 6',
    replace: 'const mostRefused = 600',
    test: refused,
  },
  {
    name: 'a turn whose time ends in the middle of parts counts as well',
    file: agenda,
    find: "(end === 'over' ? reasons.ofParts : undefined)",
    replace: 'undefined',
    equivalent:
      'the turn is counted in the record of the destination all the same: the next one begins with smaller parts, and ends with a failure of its own',
  },
  {
    name: 'a message that hangs is halved once in each turn, however many turns it takes',
    file: 'lib/alerts/sending/parcel.ts',
    find: 'Math.min(7, Math.max(1, 2 * failedTurns - 5))',
    replace: 'Math.min(1, failedTurns)',
    test: hanging,
  },
  {
    name: 'a single failure has a message told in parts',
    file: agenda,
    find: '(failedTurns > 0 || isPart || isWell())',
    replace: 'true',
    test: inParts,
  },
  {
    name: 'where both halves of a message fail nothing is tried alone',
    file: agenda,
    find: 'both !== null && !hasTaken && !say.hasProbed()',
    replace: 'both !== null && !hasTaken && say.hasProbed()',
    test: alone,
  },
  {
    name: 'a destination that is down is asked for ever smaller parts',
    file: agenda,
    find: 'inVain += 1',
    replace: 'inVain += 0',
    test: down,
  },
  {
    name: 'what a destination fails at is told with what it may take',
    file: 'lib/alerts/sending/in-order.ts',
    find: 'apart(parcel, new Set(lastTried.keys()))',
    replace: 'apart(parcel, new Set())',
    test: inParts,
  },
  {
    name: 'what a destination fails at is tried in every turn',
    file: agenda,
    find: 'if (now() >= triedFrom(failing))',
    replace: 'if (now() * 2 >= triedFrom(failing))',
    test: inParts,
  },
  {
    name: 'what a destination fails at for hours is tried for ever',
    file: agenda,
    find: 'failing !== undefined && hasFailedForLong(failing, now())',
    replace: 'failing !== undefined && hasFailedForLong(failing, 0)',
    test: forHours,
  },
  {
    name: 'what a destination fails at for hours is put aside where it takes nothing else either',
    file: agenda,
    find: 'isWell() ? given',
    replace: 'isWell() !== null ? given',
    test: down,
  },
  {
    name: 'of one person what came later is tried with what came first',
    file: 'lib/alerts/sending/parcel.ts',
    find: 'people.length === 1 ?',
    replace: 'people.length === 0 ?',
    test: 'test/alerts/sending/parcel.test.ts',
  },
  {
    name: 'what cannot be put aside is overtaken by what came after it',
    file: agenda,
    find: 'reasons.ofKnown ??= reason\n      hold(parcel)',
    replace: 'reasons.ofKnown ??= reason',
    test: 'test/alerts/put-aside-next-turn.test.ts',
  },
  {
    name: 'what a destination failed at before an outage waits for its own time once that is over',
    file: agenda,
    find: 'isWellAgain() || isFirstOfALook()',
    replace: 'isFirstOfALook()',
    test: 'test/alerts/fails-then-down.test.ts',
  },
  {
    name: 'after an outage all tries of a turn may be of one person',
    file: leftToSay,
    find: 'next === probe || !(isLast(next) || isBehind(next))',
    replace: 'next !== undefined',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'after an outage what came last of somebody is told before what waits for others',
    file: leftToSay,
    find: '(isLast(next) || isBehind(next))',
    replace: 'isLast(next)',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'where its last turn took something, all tries of a turn may be of one person',
    file: agenda,
    find: '!hasTaken && given.isOfTheirs(parcel)',
    replace: '!hasTaken && !takesSome && given.isOfTheirs(parcel)',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'where there is nobody else, what came later of somebody is not tried after an outage',
    file: leftToSay,
    find: 'return last.shift()',
    replace: 'return undefined',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'a message counts as refused as often as its parts',
    file: refusals,
    find: '(!isOneATurn || isOfOne)',
    replace: 'true',
    test: refused,
  },
  {
    name: 'one that refuses six messages in a row is taken for one that refuses all there are',
    file: refusals,
    find: 'alone < mostRefused',
    replace: 'count < mostRefused',
    test: refused,
  },
  {
    name: 'one that refuses everything is asked for each person',
    file: refusals,
    find: 'alone < mostRefused',
    replace: 'true',
    test: refused,
  },
  {
    name: 'one that takes some is taken for one that refuses all there are',
    file: refusals,
    find: 'hasTaken || alone',
    replace: 'alone',
    test: refused,
  },
  {
    name: 'of one that may refuse all there are a message is halved, and nobody is asked about alone',
    file: refusals,
    find: 'if (mayRefuseAll && others.length > 0) return oneApart(parcel)\n',
    replace: '',
    test: refused,
  },
  {
    name: 'one that took some a minute ago is taken for one that refuses all there are',
    file: refusals,
    find: 'let hasTaken = takesSome',
    replace: 'let hasTaken = false',
    test: refused,
  },
  {
    name: 'nobody remembers that what a destination takes is not all there was, where it refuses the rest',
    file: agenda,
    find: 'hasFailed || hasRefused || ',
    replace: 'hasFailed || ',
    test: refused,
  },
  {
    name: 'after three of theirs that are refused all there is of somebody is put aside',
    file: refusals,
    find: '(said.length < 2 ? 1 : 0)',
    replace: '1',
    test: refused,
  },
  {
    name: 'who is asked about alone stands beside whoever was before',
    file: refusals,
    find: 'next: theirs, later: others',
    replace: 'next: [...theirs, ...others], later: []',
    test: refused,
  },
]
