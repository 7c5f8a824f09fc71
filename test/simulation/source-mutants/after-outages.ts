import type { SourceMutant } from './source-mutant.ts'

const agenda = 'lib/alerts/sending/agenda.ts'
const inOrder = 'lib/alerts/sending/in-order.ts'
const afterOutage = 'test/alerts/after-an-outage.test.ts'
const leftToSay = 'lib/alerts/sending/left-to-say.ts'
const busy = 'test/alerts/busy-audience.test.ts'

/** In which order things are told of which a destination took nothing for a while. */
export const afterOutagesMutants: readonly SourceMutant[] = [
  {
    name: 'a wake that comes back when a destination has taken all has the next message told in parts',
    file: agenda,
    find: 'hasFailed ? failedTurns + 1 : null',
    replace: 'failedTurns + Number(hasFailed)',
    test: afterOutage,
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
    file: leftToSay,
    find: 'if (takesSome) well.unshift(',
    replace: 'if (parcels.length < 0) well.unshift(',
    test: afterOutage,
  },
  {
    name: 'what failed during an outage is told together with the first that is taken, by mail never',
    file: agenda,
    find: 'say.next(isWell(),',
    replace: 'say.next(hasTaken,',
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
    find: 'inVain < (isWell() ? mostInVain',
    replace: 'inVain < (hasTaken ? mostInVain',
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
    name: 'a destination that has failed once has every message told in parts at its next failure',
    file: agenda,
    find: 'takesSome: hasTaken ? notAll',
    replace: 'takesSome: hasTaken ? notAll || takesSome',
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
    name: 'what is in doubt of somebody is told in the order in which others were tried',
    file: inOrder,
    find: 'one.nth - other.nth',
    replace: '0',
    test: 'test/alerts/sending/in-order.test.ts',
  },
  {
    name: 'what is known to fail is tried before what may go out',
    file: leftToSay,
    find: 'nextWell(takesSome) ?? bad.shift()',
    replace: 'bad.shift() ?? nextWell(takesSome)',
    test: 'test/alerts/sending/in-order.test.ts',
  },
  {
    name: 'what an audience failed at waits until nothing new is to be read',
    file: leftToSay,
    find: 'well.unshift(...joinedAgain',
    replace: 'well.push(...joinedAgain',
    test: busy,
  },
  {
    name: 'what an audience fails at is not tried while something new is to be read',
    file: leftToSay,
    find: 'return isLong ? bad.shift() : undefined',
    replace: 'return undefined',
    test: busy,
  },
  {
    name: 'what is known to fail is tried before what is new in every turn',
    file: leftToSay,
    find: 'const untriedAtMost = 10 * minute',
    replace: 'const untriedAtMost = 0 * minute',
    test: 'test/alerts/sending/in-order.test.ts',
  },
  {
    name: 'whom a mail fails at is looked for anew in every turn, among ever others',
    file: agenda,
    find: 'say.divide(parcel, both, isSoon)',
    replace: 'say.divide(parcel, both)',
    test: busy,
  },
  {
    name: 'what a mail is refused for is looked for anew in every turn, among ever others',
    file: 'lib/alerts/sending/refusals.ts',
    find: 'return isOneATurn ? ',
    replace: 'return false ? ',
    test: busy,
  },
]
