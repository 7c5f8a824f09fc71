import { alertKindsAndRules } from '../fault-selection.ts'
import type { SourceMutant } from './source-mutant.ts'

const lookedAtAgain = 'test/alerts/looked-at-again.test.ts'
const hanging = 'test/alerts/hangs-in-parts.test.ts'
const throttled = 'test/alerts/throttled-for-long.test.ts'
const waking = 'lib/alerts/receiving/wake-destination.ts'
const forDays = 'test/alerts/disliked-for-days.test.ts'

/** When a destination is looked at again, and when a letter says that it takes nothing. */
export const destinationWakesMutants: readonly SourceMutant[] = [
  {
    name: 'a destination whose wakes have all had their last try waits for its next event',
    file: waking,
    find: 'failedOf(each) + 1 >= triesForLong',
    replace: 'failedOf(each) >= 2 * triesForLong',
    test: lookedAtAgain,
  },
  {
    name: 'a destination that fails for days has a dead letter every half hour',
    file: waking,
    find: 'for (const { id } of patient) failed.delete(id)',
    replace: '',
    test: hanging,
  },
  {
    name: 'a destination that takes some after hours is told the rest of it at each quarter of an hour',
    file: waking,
    find: 'error instanceof DeliveryError && error.isWorthHaste',
    replace: 'error === null',
    test: lookedAtAgain,
  },
  {
    name: 'one that asked to be left alone for long, and fails then, is tried again at each quarter of an hour',
    file: 'lib/alerts/sending/take-turn.ts',
    find: 'agenda.hasTaken() || agenda.afterwards().failedTurns === 1',
    replace: 'agenda.hasTaken()',
    test: 'test/alerts/throttled-for-long.test.ts',
  },
  {
    name: 'a run that dies at the last try of a wake leaves a destination to its next event',
    file: waking,
    find: 'const triesForLong = alertQueue.maxReceiveCount / 2',
    replace: 'const triesForLong = alertQueue.maxReceiveCount',
    test: lookedAtAgain,
  },
  {
    name: 'a destination that fails for days is tried ten times each time that it is looked at',
    file: waking,
    find: 'patient.length === 0 && !isForLong',
    replace: '!isForLong',
    test: hanging,
  },
  {
    name: 'of a channel at which somebody is always at work no wake has its last try',
    file: waking,
    find: 'if (failed >= triesForLong)',
    replace: 'if (failed < 0)',
    test: forDays,
  },
  {
    name: 'a wake that comes early is as if nothing had failed',
    file: waking,
    find: 'isPatient ? patiently : afterTries(all)',
    replace: 'isPatient ? patiently : {}',
    test: forDays,
  },
  {
    name: 'a patient wake is in haste where another sender is at work',
    file: waking,
    find: 'if (inHaste.length === 0) return',
    replace: 'if (inHaste.length < 0) return',
    test: forDays,
  },
  {
    name: 'a destination that asks to be left alone for hours is asked as if for the first time',
    file: waking,
    find: '{ failed: failed + forAsLongAs }',
    replace: 'afterTries(inHaste)',
    test: throttled,
  },
  {
    name: 'who asks to be left alone for an hour does so once',
    file: waking,
    find: 'Math.max(1, Math.ceil((at - ports.machineNow()) / patience))',
    replace: '1',
    test: throttled,
  },
  {
    name: 'a wake that finds that it is too early is one that never failed',
    file: waking,
    find: 'if (why === undefined) return',
    replace: "if (why === undefined || why === 'early') return",
    test: throttled,
  },
  {
    name: 'a channel whose webhook was gone waits for its next event',
    file: waking,
    find: "end.kind === 'gone'",
    replace: "end.kind === 'gone' && wakes.length < 0",
    test: 'test/alerts/webhook-gone.test.ts',
  },
  {
    name: 'a channel that was gone, and takes nothing now, leaves no letter',
    file: waking,
    find: 'ports.wake(key, patientMoment(ports.machineNow()))\n',
    replace: 'ports.wake(key, patientMoment(ports.machineNow()), patiently)\n',
    test: 'test/alerts/webhook-gone.test.ts',
  },
  {
    name: 'a look of each quarter of an hour tries nothing that failed a minute ago',
    file: 'lib/alerts/sending/agenda.ts',
    find: 'isPatient && !hasTaken && !hasFailed',
    replace: 'isPatient && hasTaken && !hasFailed',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'a look of each quarter of an hour tries all that failed, however short ago',
    file: 'lib/alerts/sending/agenda.ts',
    find: 'isPatient && !hasTaken && !hasFailed',
    replace: 'isPatient',
    test: 'test/alerts/sending/agenda.test.ts',
  },
  {
    name: 'the look of each quarter of an hour is as any other turn',
    file: waking,
    find: 'wakes.some(({ wake }) => wake.isPatient)',
    replace: 'wakes.length < 0',
    run: { seed: 121341, employees: 6, days: 2, faults: alertKindsAndRules },
  },
  {
    name: 'what fails waits for a quarter of an hour for each time that it was tried, however long ago that was',
    file: 'lib/alerts/sending/failing.ts',
    find: 'Math.min(planned, last + longestPause)',
    replace: 'planned + 0 * last',
    test: 'test/alerts/sending/agenda.test.ts',
  },
]
