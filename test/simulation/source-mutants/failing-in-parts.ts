import { alertKinds } from '../scenario.ts'
import type { NamedRun, SourceMutant } from './source-mutant.ts'

const agenda = 'lib/alerts/sending/agenda.ts'
const failing = 'lib/alerts/sending/failing.ts'
const inOrder = 'lib/alerts/sending/in-order.ts'
const afterOutage = 'test/alerts/after-an-outage.test.ts'
const parcel = 'lib/alerts/sending/parcel.ts'
const alone = 'test/alerts/fails-alone.test.ts'
const hanging = 'test/alerts/hangs-in-parts.test.ts'
const inParts = 'test/alerts/fails-in-parts.test.ts'
const waking = 'lib/alerts/receiving/wake-destination.ts'
const refused = 'test/alerts/refused-in-parts.test.ts'
const elsewhere = 'test/alerts/written-elsewhere.test.ts'

/** A run in which channels take nothing that is said of some people. */
const picky = (seed: number): NamedRun => ({
  seed,
  employees: 8,
  days: 2,
  faults: ['picky-channels'],
})

/** A run in which originals come late, or come back from the dead letters. */
const lastWord = (seed: number): NamedRun => ({ seed, employees: 6, days: 2, faults: alertKinds })

/** What one channel or audience fails at, or what cannot be written for it, holds up nothing else. */
export const failingInPartsMutants: readonly SourceMutant[] = [
  {
    name: 'a correction that was sent once more is told again where it lay in the dead letters itself',
    file: 'lib/alerts/sending/outcomes.ts',
    find: '[...new Set(ids.flatMap(notifiedAs))]',
    replace: '[...ids]',
    test: 'test/alerts/moved-back.test.ts',
  },
  {
    name: 'whoever is told of with somebody of whom a channel takes nothing waits for that',
    file: agenda,
    find: 'const isDivided = parcel !== probe',
    replace: 'const isDivided = parcel.ids.length < 0 && parcel !== probe',
    run: picky(70_009),
  },
  {
    name: 'what a channel fails at once is put aside',
    file: agenda,
    find: 'if (both === null) leave(parcel, reason)',
    replace: 'if (both === null) late.push({ parcel, reason })',
    run: picky(70_000),
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
    name: 'a correction that is known counts as sent when it comes once more',
    file: 'lib/alerts/sending/first-due.ts',
    find: 'await deliveries.drop(destination, [...delivered])',
    replace: 'await Reflect.get(deliveries, "settle")(destination, [...delivered])',
    test: 'test/alerts/last-word.test.ts',
  },
  {
    name: 'what comes after its correction is the last word',
    file: 'lib/alerts/receiving/batch-additions.ts',
    find: 'there.has(each.destination) ? onceMoreAfter(event, each, now) : each',
    replace: 'each',
    run: lastWord(70_014),
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
    name: 'where each wake is another no turn has failed before',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'Math.max(turn.failedTurns ?? 0, failedTurns)',
    replace: 'turn.failedTurns ?? 0 * failedTurns',
    test: hanging,
  },
  {
    name: 'a wake that comes back when a destination has taken all has the next message told in parts',
    file: agenda,
    find: 'hasFailed ? failedTurns + 1 : null',
    replace: 'failedTurns + Number(hasFailed)',
    test: afterOutage,
  },
  {
    name: 'what is told once more waits by the same id each time',
    file: 'lib/alerts/receiving/collect.ts',
    find: 'now.toString(36)',
    replace: '(0)',
    run: lastWord(72_127),
  },
  {
    name: 'those of whom a channel takes nothing use up the turns of all who failed with them',
    file: inOrder,
    find: 'triedAt(one.parcel) - triedAt(other.parcel)',
    replace: '0',
    test: 'test/alerts/outage-then-one.test.ts',
  },
  {
    name: 'what failed during an outage is told one after the other once it is over',
    file: agenda,
    find: 'if (hasTaken || takesSome) well.push(',
    replace: 'if (parcels.length < 0) well.push(',
    test: afterOutage,
  },
  {
    name: 'what failed during an outage is told together with the first that is taken, by mail never',
    file: agenda,
    find: 'if (hasTaken || takesSome) well.push(',
    replace: 'if (hasTaken) well.push(',
    test: afterOutage,
  },
  {
    name: 'what a destination is known to fail at is told with what is in doubt',
    file: inOrder,
    find: 'if (tries > 0) failing.add(each.of)',
    replace: '',
    test: 'test/alerts/sending/in-order.test.ts',
  },
  {
    name: 'a destination that took something in its last turn is down at the second failure',
    file: agenda,
    find: 'const isWell = hasTaken || takesSome',
    replace: 'const isWell = hasTaken',
    test: afterOutage,
  },
  {
    name: 'a destination that is well is asked for a few parts alone',
    file: agenda,
    find: 'ofSome: 20',
    replace: 'ofSome: 6',
    test: afterOutage,
  },
  {
    name: 'after an outage a message that fails is told in the smallest parts at once',
    file: agenda,
    find: 'isPart || isQuick ? 1 : timesHalved(failedTurns)',
    replace: 'isPart ? 1 : timesHalved(failedTurns)',
    test: afterOutage,
  },
  {
    name: 'where a destination that takes something hangs, a message is halved once in each turn',
    file: agenda,
    find: 'const isQuick = isWell && now() - askedAt < quickly',
    replace: 'const isQuick = isWell',
    test: hanging,
  },
  {
    name: 'a destination that has failed once has every message told in parts at its next failure',
    file: agenda,
    find: 'takesSome: hasTaken ? failsAtSome',
    replace: 'takesSome: hasTaken ? failsAtSome || takesSome',
    test: afterOutage,
  },
  {
    name: 'a destination that took something, and fails at everything since, is asked for many parts',
    file: agenda,
    find: 'takesSome && !hasFailed',
    replace: 'takesSome',
    test: afterOutage,
  },
  {
    name: 'a correction is told for the sake of what was put aside before its turn came',
    file: 'lib/alerts/sending/send-due.ts',
    find: '[...new Set([...ids, ...after.map(({ id }) => id)])]',
    replace: '[...ids]',
    test: 'test/alerts/moved-back.test.ts',
  },
  {
    name: 'a dead letter grows by its correction each time that it is refused again',
    file: 'lib/alerts/sending/send-due.ts',
    find: ' && !after.includes(each)',
    replace: '',
    test: 'test/alerts/moved-back.test.ts',
  },
  {
    name: 'a destination whose wakes have all had their last try waits for its next event',
    file: waking,
    find: 'receives >= alertQueue.maxReceiveCount',
    replace: 'receives > alertQueue.maxReceiveCount',
    test: afterOutage,
  },
  {
    name: 'a destination that fails for days has a dead letter every half hour',
    file: waking,
    find: 'for (const { id } of patient) failed.delete(id)',
    replace: '',
    test: hanging,
  },
  {
    name: 'a destination that fails for days is tried ten times each time that it is looked at',
    file: waking,
    find: 'patient.length === 0 && !isLastTry',
    replace: '!isLastTry',
    test: hanging,
  },
  {
    name: 'what is in doubt of somebody is told in the order in which others were tried',
    file: inOrder,
    find: 'one.nth - other.nth',
    replace: '0',
    test: 'test/alerts/sending/in-order.test.ts',
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
    find: 'const { others } = apart(parcel, held)',
    replace: 'const { others } = apart(parcel, new Set())',
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
    file: agenda,
    find: 'Math.max(refusedInVain, ofOne) < mostRefused',
    replace: 'Math.max(refusedInVain, ofOne) < 0',
    test: inParts,
  },
  {
    name: 'whoever has much that is refused has others put aside who are in the same message',
    file: agenda,
    find: 'if (ofOne === 0) refusedInVain += 1',
    replace: 'refusedInVain += 1',
    test: refused,
  },
  {
    name: 'all there is of somebody who is refused is asked for, one after the other',
    file: agenda,
    find: 'Math.max(refusedInVain, ofOne)',
    replace: 'refusedInVain',
    test: refused,
  },
  {
    name: 'a destination that refuses everything is asked for each thing alone',
    file: agenda,
    find: 'const mostRefused = 6',
    replace: 'const mostRefused = 600',
    test: inParts,
  },
  {
    name: 'the parts of a mail that was refused come at the pace of mails',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'isDivided ? Math.min(interval, betweenParts) : interval',
    replace: 'interval',
    test: inParts,
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
    name: 'a message that hangs again and again has no time left for its parts',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'ofParts: 15_000',
    replace: 'ofParts: 600_000',
    test: hanging,
  },
  {
    name: 'a message that hangs is halved once in each turn, however many turns it takes',
    file: agenda,
    find: 'Math.min(7, Math.max(1, 2 * failedTurns - 5))',
    replace: 'Math.min(1, failedTurns)',
    test: hanging,
  },
  {
    name: 'what can wait no longer is noted for ever as what a destination fails at',
    file: failing,
    find: '&& since > now - notedFor',
    replace: '',
    test: 'test/alerts/failing.test.ts',
  },
  {
    name: 'a single failure has a message told in parts',
    file: agenda,
    find: '(failedTurns > 0 || isPart || isWell)',
    replace: 'true',
    test: inParts,
  },
  {
    name: 'where both halves of a message fail nothing is tried alone',
    file: agenda,
    find: 'both !== null && !hasTaken && probe === null',
    replace: 'both !== null && !hasTaken && probe !== null',
    test: alone,
  },
  {
    name: 'a destination that is down is asked for ever smaller parts',
    file: agenda,
    find: 'inVain += 1',
    replace: 'inVain += 0',
    test: inParts,
  },
  {
    name: 'what is known to fail is tried before what may go out',
    file: agenda,
    find: 'parts.shift() ?? well.shift() ?? nextInDoubt() ?? bad.shift()',
    replace: 'parts.shift() ?? bad.shift() ?? well.shift() ?? nextInDoubt()',
    test: inParts,
  },
  {
    name: 'what a destination fails at is told with what it may take',
    file: inOrder,
    find: 'apart(parcel, new Set(lastTried.keys()))',
    replace: 'apart(parcel, new Set())',
    test: inParts,
  },
  {
    name: 'what a destination fails at is tried in every turn',
    file: agenda,
    find: 'failing === undefined || isToBeTried(failing, now())',
    replace: 'failing === undefined || isToBeTried(failing, now() * 2)',
    test: inParts,
  },
  {
    name: 'what a destination fails at for hours is tried for ever',
    file: agenda,
    find: 'failing !== undefined && hasFailedForLong(failing, now())',
    replace: 'failing !== undefined && hasFailedForLong(failing, 0)',
    test: inParts,
  },
  {
    name: 'what a destination fails at for hours is put aside where it takes nothing else either',
    file: agenda,
    find: 'if (!hasTaken) return []',
    replace: '',
    test: inParts,
  },
  {
    name: 'what a destination fails at is put aside within minutes',
    file: failing,
    find: 'const failsAtMost = 2 * hour',
    replace: 'const failsAtMost = 2 * minute',
    test: inParts,
  },
  {
    name: 'the hours in which a destination is down count as such in which it fails at one thing',
    file: failing,
    find: 'isAnew ? { ...each, since: now, tries: 0 } : each',
    replace: 'isAnew && now < 0 ? { since: now, tries: 0 } : each',
    test: inParts,
  },
  {
    name: 'what waited for a destination that was down is put off as what it fails at is',
    file: failing,
    find: 'hasTaken || tries > 0 ? tries + 1 : 0',
    replace: 'tries + 1',
    test: inParts,
  },
  {
    name: 'of one person what came later is tried with what came first',
    file: parcel,
    find: 'people.length === 1 ?',
    replace: 'people.length === 0 ?',
    test: 'test/alerts/sending/parcel.test.ts',
  },
  {
    name: 'what cannot be put into words ends the turn',
    file: 'lib/alerts/sending/take-turn.ts',
    find: `  } catch {
    return null
  }`,
    replace: `  } catch (error) {
    throw error
  }`,
    test: inParts,
  },
  {
    name: 'a channel that is slow is sent each message again and again',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'first: 30_000',
    replace: 'first: 10_000',
    test: 'test/alerts/slow-channel.test.ts',
  },
  {
    name: 'a message that was answered too late is tried again with no more patience',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'failed === 0 ? Math.min(left, answersWithin.first)',
    replace: 'failed >= 0 ? Math.min(left, answersWithin.first)',
    test: 'test/alerts/slow-channel.test.ts',
  },
  {
    name: 'one part of a roll call that is not taken keeps back the others',
    file: 'lib/alerts/sending/in-parts.ts',
    find: "if (first.kind !== 'sent') return first",
    replace: "if (first.kind === 'sent') return outcome",
    test: 'test/alerts/slack/outlet.test.ts',
  },
  {
    name: 'how long an answer may take is not what is asked for',
    file: 'lib/alerts/slack/outlet.ts',
    find: 'await post(address.url, message, within)',
    replace: 'await post(address.url, message)',
    test: 'test/alerts/slack/outlet.test.ts',
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
]
