import type { SourceMutant } from './source-mutant.ts'

const askEmployees = 'lib/polling/asking/ask-employees.ts'
const telling = 'lib/polling/asking/telling.ts'
const askShard = 'lib/polling/asking/ask-shard.ts'
const exchange = 'lib/workforce/exchange.ts'
const unit = 'test/polling/asking/ask-employees.test.ts'
const hanging = 'test/polling/held-up/hanging-people.long.ts'
const sendingThrottling = 'lib/webhooks/sending/throttling.ts'
const throttledAtEndpoint = 'test/webhooks/throttled-people.test.ts'
const throttled = 'test/polling/held-up/throttled-people.long.ts'

/** Whoever fails, hangs or is throttled for long holds up nobody else. */
export const heldUpMutants: readonly SourceMutant[] = [
  {
    name: 'whoever an outage met is asked first again',
    file: askEmployees,
    find: 'tried: isOrderOfUse ? asked.map(({ of }) => of) : []',
    replace: 'tried: []',
    test: 'test/polling/outages-hold-up-nobody.test.ts',
  },
  {
    name: 'whoever was asked in vain is asked before those who were throttled as everyone was',
    file: 'lib/polling/asking/whom-to-ask.ts',
    find: 'isAskedInVain(behind, readThrough)',
    replace: 'behind.tries > 0',
    test: 'test/polling/asking/whom-to-ask.test.ts',
  },
  {
    name: 'whoever an outage of absences met is asked first again',
    file: 'lib/polling/shard/progress.ts',
    find: "return new Map(triedInVain(answers).map(({ employeeId }) => [employeeId, 'in-vain']))",
    replace: 'return new Map()',
    test: 'test/polling/outages-hold-up-nobody.test.ts',
  },
  {
    name: 'whoever was asked in vain, and passed over since, is asked last',
    file: 'lib/polling/asking/behind.ts',
    find: 'epochMs(behind.retryAt) < epochMs(readThrough)',
    replace: 'epochMs(behind.retryAt) < 0',
    test: 'test/polling/asking/whom-to-ask.test.ts',
  },
  {
    name: 'absences are passed over by polls that read clockings alone',
    file: 'lib/polling/asking/whom-to-ask.ts',
    find: "kind === 'clockings' ? shard.polledThrough : shard.absencesReadAt",
    replace: 'shard.polledThrough',
    test: 'test/polling/asking/whom-to-ask.test.ts',
  },
  {
    name: 'whoever is slow again and again never waits for their turn',
    file: askEmployees,
    find: 'areFewSlow && !isWell(of)',
    replace: 'false',
    test: unit,
  },
  {
    name: 'whose calls hang keep their places',
    file: 'lib/polling/asking/places.ts',
    find: 'if (most > usual) makeRoom()',
    replace: 'if (most < usual) makeRoom()',
    test: 'test/polling/asking/places.test.ts',
  },
  {
    name: 'whose call hung is asked again at once',
    file: exchange,
    find: 'if (!isRepeated(error)) throw error',
    replace: '',
    test: 'test/workforce/client-retries.test.ts',
  },
  {
    name: 'whoever is slow has all the time in which absences are due',
    file: askShard,
    find: 'sharesItsTime ? Math.min(end, shareOf(going, asking)) : end',
    replace: 'end',
    test: hanging,
  },
  {
    name: 'whose request was not sent has failed',
    file: askEmployees,
    find: 'isFailed(outcome) && isUnsent(outcome)',
    replace: 'isFailed(outcome) && isUnsent(outcome) && began < 0',
    test: throttled,
  },
  {
    name: 'whoever is always throttled makes all wait',
    file: exchange,
    find: 'call.isTelling ?? true',
    replace: 'true',
    test: throttled,
  },
  {
    name: 'a few who keep failing tell whether throttling is common',
    file: telling,
    find: 'isWell || wereMostFailing',
    replace: 'isWell || true',
    test: unit,
  },
  {
    name: 'a shard that its turn does not bring on is first in every plan',
    file: 'lib/polling/dispatching/plan-polls.ts',
    find: 'unmoved[shard.shardId] ?? Number.NEGATIVE_INFINITY)',
    replace: 'Number.NEGATIVE_INFINITY)',
    test: 'test/polling/held-up/shards-that-fail.test.ts',
  },
  {
    name: 'one who is all that a roster changes, and cannot be saved, ends the refresh',
    file: 'lib/polling/roster/save-placed.ts',
    find: 'unsaved.length >= several && ',
    replace: '',
    test: 'test/polling/roster/unsaved-alone.test.ts',
  },
  {
    name: 'an address that SES refuses keeps the mail from the others',
    file: 'lib/alerts/email/ses.ts',
    find: "outcome.kind === 'refused' && list.length > 1",
    replace: "outcome.kind === 'refused' && list.length < 1",
    test: 'test/alerts/email/ses.test.ts',
  },
  {
    name: 'an endpoint that seems to be down is only asked for what has waited for longest',
    file: 'lib/webhooks/sending/send-due.ts',
    find: 'isDown && ports.random() < 0.5',
    replace: 'isDown && ports.random() < 0',
    test: 'test/webhooks/fails-at-some.test.ts',
  },
  {
    name: 'an endpoint that throttles a few people has nothing of all others for as long',
    file: sendingThrottling,
    find: 'Math.min(until, now() + pauseWhileInDoubt)',
    replace: 'until',
    test: throttledAtEndpoint,
  },
  {
    name: 'an endpoint that throttles everybody is asked every minute',
    file: sendingThrottling,
    find: 'inARow() > few',
    replace: 'inARow() > 1_000',
    test: throttledAtEndpoint,
  },
  {
    name: 'whoever is known to be throttled alone has all others wait, too',
    file: sendingThrottling,
    find: 'if (isAlone) return',
    replace: '',
    test: throttledAtEndpoint,
  },
  {
    name: 'whoever is throttled again and again counts as ever more people',
    file: sendingThrottling,
    find: 'if (!isKnown) newcomers++',
    replace: 'newcomers++',
    test: throttledAtEndpoint,
  },
  {
    name: 'an endpoint that may throttle everybody is asked for several at once',
    file: 'lib/webhooks/sending/tally.ts',
    find: '!isFirstTried() &&',
    replace: '',
    test: throttledAtEndpoint,
  },
  {
    name: 'whoever an endpoint throttles is tried first again where it may throttle everybody',
    file: sendingThrottling,
    find: 'boolean => people.has(',
    replace: 'boolean => people.size < 0 && people.has(',
    test: throttledAtEndpoint,
  },
  {
    name: 'what follows of whoever an endpoint throttles is sent all the same',
    file: 'lib/webhooks/sending/of-employee.ts',
    find: 'if (until === null) return false',
    replace: 'if (until === null || until > 0) return false',
    test: throttledAtEndpoint,
  },
  {
    name: 'whoever cannot be saved before they are asked about was left over',
    file: 'lib/polling/shard/poll-shard.ts',
    find: 'new Map([...published.outcomes, ...notFlushed])',
    replace: 'new Map([...published.outcomes, ...notFlushed.slice(0, 0)])',
    test: 'test/polling/held-up/shards-that-fail.test.ts',
  },
]
