import { crashing, late, troubled, weeks } from './endpoint-runs.ts'
import type { SourceMutant } from './source-mutant.ts'

const after = 'lib/webhooks/sending/after-attempt.ts'
const attempt = 'lib/webhooks/sending/attempt.ts'
const deliveries = 'lib/store/webhooks/webhook-delivery-store.ts'

/** What makes each webhook kept until it is through, tried by the schedule, and such as a receiver may take. */
export const webhookTriesMutants: readonly SourceMutant[] = [
  {
    name: 'a webhook is lost where an endpoint answers with a status of its own',
    file: after,
    find: "  if (outcome.kind === 'delivered') return",
    replace: "  if (outcome.kind === 'delivered' || outcome.tried.status === 400) return",
    run: { seed: 1, ...late },
  },
  {
    name: 'a webhook that nobody answered in time counts as delivered',
    file: attempt,
    find: 'const reason = isSuccess(status) ? null',
    replace: 'const reason = isSuccess(status) || status === null ? null',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'an event that comes again is kept for an endpoint as new',
    file: deliveries,
    find: "      if (!(delivery.replayed ? isOver : known.state === 'given-up')) return\n",
    replace: '      if (!isOver) return\n',
    run: { seed: 1, ...late },
  },
  {
    name: 'what is moved back from the dead letters counts as delivered',
    file: deliveries,
    find: "      if (!(delivery.replayed ? isOver : known.state === 'given-up')) return\n",
    replace: '      if (!(delivery.replayed ? isOver : false)) return\n',
    run: { seed: 9 },
  },
  {
    name: 'a delivery without its mark stays without',
    file: deliveries,
    find: "      if (known.state === 'pending') await mark(webhook, known)\n",
    replace: '',
    run: { seed: 1, ...crashing },
  },
  {
    name: 'a mark of what is due at another moment goes without another',
    file: deliveries,
    find: '    if (pending !== null) await mark(webhook, pending)\n',
    replace: '',
    run: { seed: 1, ...crashing },
  },
  {
    name: 'an endpoint that asks for patience costs the event a try',
    file: after,
    find: "outcome.kind === 'throttled' && !doesThrottlingCount(",
    replace: "outcome.kind === 'throttled' && doesThrottlingCount(",
    test: 'test/webhooks/throttled.test.ts',
  },
  {
    name: 'an event that an endpoint always asks patience for is tried for ever',
    file: after,
    find: '!doesThrottlingCount(ageOf(delivery, now))',
    replace: 'ageOf(delivery, now) >= 0',
    test: 'test/webhooks/throttled.test.ts',
  },
  {
    name: 'who asks for patience is down',
    file: 'lib/webhooks/sending/tally.ts',
    find: "if (outcome.kind !== 'throttled') sent.failures++",
    replace: 'sent.failures++',
    test: 'test/webhooks/throttled.test.ts',
  },
  {
    name: 'what waited behind one that is given up has all tries of its own',
    file: 'lib/webhooks/sending/of-employee.ts',
    find: 'isAnyGivenUp ? waitedLong(delivery, ports.machineNow()) : delivery',
    replace: 'delivery',
    test: 'test/webhooks/order.test.ts',
  },
  {
    name: 'an endpoint that is down is asked for all that waits',
    file: 'lib/webhooks/sending/send-due.ts',
    find: 'failures >= manyFailures ? 1 : concurrentRequests',
    replace: 'concurrentRequests',
    test: 'test/webhooks/failing-endpoint.test.ts',
  },
  {
    name: 'a replayed event that is moved back is as new',
    file: 'lib/webhooks/wakes.ts',
    find: 'replayed === true ? replayMessage(letter) : letter',
    replace: 'letter',
    test: 'test/webhooks/replay.test.ts',
  },
  {
    name: 'an endpoint is stopped after a day',
    file: 'lib/webhooks/retry-schedule.ts',
    find: 'export const stoppedAfter = 5 * 24 * hour',
    replace: 'export const stoppedAfter = 24 * hour',
    run: { seed: 9 },
  },
  {
    name: 'an endpoint that fails is never stopped',
    file: 'lib/webhooks/retry-schedule.ts',
    find: 'failingSince !== null && now - epochMs(failingSince) >= stoppedAfter',
    replace: 'failingSince !== null && now < stoppedAfter',
    run: { seed: 15, ...weeks },
  },
  {
    name: 'with each try an endpoint begins to fail anew',
    file: 'lib/webhooks/sending/endpoint-turn.ts',
    find: 'sent.failed > 0 ? (record.failingSince ?? utc(now))',
    replace: 'sent.failed > 0 ? utc(now)',
    run: { seed: 15, ...weeks },
  },
  {
    name: 'nobody hears that an endpoint fails',
    file: 'lib/webhooks/sending/endpoint-turn.ts',
    find: 'ports.onTurn(name, { ...worked.sums, failingSince, stopped })',
    replace: 'ports.onTurn(name, { ...worked.sums, failingSince: null, stopped })',
    run: { seed: 15, ...weeks },
  },
  {
    name: 'the tries of an event follow each other twice as fast',
    file: 'lib/webhooks/retry-schedule.ts',
    find: 'Math.round(now + pause * (1 + jitter * random))',
    replace: 'Math.round(now + (pause / 2) * (1 + jitter * random))',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'an event is tried nine times',
    file: 'lib/webhooks/retry-schedule.ts',
    find: '  20 * hour,\n  24 * hour,\n] as const',
    replace: '  20 * hour,\n] as const',
    run: { seed: 6, ...troubled },
  },
  {
    name: 'a thin payload has the name of the employee',
    file: 'lib/webhooks/payload.ts',
    find: 'employee: { id: data.employee.id },',
    replace: 'employee: data.employee,',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'only one of two signing keys is used',
    file: 'lib/webhooks/wire/signature.ts',
    find: 'keys.map((key) =>',
    replace: 'keys.slice(0, 1).map((key) =>',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'every try has an id of its own',
    file: attempt,
    find: 'signedHeaders(delivery.id, at, body, keys)',
    replace: "signedHeaders(delivery.id + '-' + delivery.attempts, at, body, keys)",
    run: { seed: 1, ...troubled },
  },
]
