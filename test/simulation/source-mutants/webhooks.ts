import { late, troubled, weeks } from './endpoint-runs.ts'
import type { SourceMutant } from './source-mutant.ts'

const turn = 'lib/webhooks/sending/endpoint-turn.ts'
const tally = 'lib/webhooks/sending/tally.ts'
const ofEmployee = 'lib/webhooks/sending/of-employee.ts'
const inOrder = 'lib/webhooks/sending/in-order.ts'

/** What makes an endpoint have its turn: when it is asked, in which order, and when it is left alone. */
export const webhooksMutants: readonly SourceMutant[] = [
  {
    name: 'what is due at another moment than its mark says is not waited for',
    file: 'lib/store/webhooks/due-deliveries.ts',
    find: 'else if (delivery !== null) dueElsewhen.push(delivery.dueAt)',
    replace: '',
    test: 'test/webhooks/failing-table.test.ts',
  },
  {
    name: 'whoever has the lower numbers comes before all others',
    file: 'lib/store/webhooks/due-marks.ts',
    find: '  return marks.flatMap(({ subject }) => inTurn.get(subject)?.next().value ?? [])',
    replace: '  return inTurn.size < 0 ? [] : marks.toSorted(bySequence)',
    test: 'test/webhooks/slow-in-order.long.ts',
  },
  {
    name: 'what is due of an employee is sent as it became due, whatever its number',
    file: 'lib/store/webhooks/due-deliveries.ts',
    find: 'isInOrder ? inOrderOfEach : (all: readonly Mark[]) => all',
    replace: '(all: readonly Mark[]) => all',
    test: 'test/webhooks/slow-in-order.long.ts',
  },
  {
    name: 'a webhook is written down as delivered before it is sent',
    file: ofEmployee,
    find: '  const outcome = await attempt(delivery, webhook, ports)\n',
    replace:
      "  await deliveries.settle(name, { ...delivery, state: 'delivered', event: null }, delivery.dueAt)\n  const outcome = await attempt(delivery, webhook, ports)\n",
    run: { seed: 1, ...troubled },
  },
  {
    name: 'what is given up is no dead letter',
    file: ofEmployee,
    find: '  if (isGivenUp) await ports.deadLetter(name, delivery)\n',
    replace: '',
    run: { seed: 1, ...weeks },
  },
  {
    name: 'later events do not wait for an earlier one that failed',
    file: inOrder,
    find: '    if (earlier !== undefined) {',
    replace: '    if (earlier !== undefined && earlier.id === next.id) {',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'later events wait for an earlier one that the settings forbid',
    file: inOrder,
    find: "state !== 'pending' || withheldSince !== undefined",
    replace: "state !== 'pending'",
    test: 'test/webhooks/released.test.ts',
  },
  {
    name: 'what waits behind an earlier event is looked at with each later one',
    file: inOrder,
    find: 'pending.filter(({ dueAt }) => dueAt <= now)',
    replace: 'pending',
    test: 'test/webhooks/waiting-in-order.long.ts',
  },
  {
    name: 'what is kept while a turn works is overtaken by what that had read',
    file: inOrder,
    find: 'kept.filter((each) => !seen.has(each.id) && (isAgain || !isRepeat(each)))',
    replace: 'kept.slice(0, 0)',
    run: { seed: 9, ...late, employees: 8 },
  },
  {
    name: 'what another machine keeps whose clock is a little off is overtaken',
    file: 'lib/store/webhooks/webhook-delivery-store.ts',
    find: 'const clocksApart = 10 * second',
    replace: 'const clocksApart = 0 * second',
    test: 'test/webhooks/kept-meanwhile.test.ts',
  },
  {
    name: 'what holds back others is not written down',
    file: ofEmployee,
    find: "  if (after.state === 'pending') await hold(after)\n",
    replace: '',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'an endpoint that is no more is asked all the same',
    file: turn,
    find: '  const reason = sent.gone ?? (isToBeStopped',
    replace: '  const reason = (isToBeStopped',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'an endpoint that is stopped loses what waits',
    file: turn,
    find: '    if (record.stopped !== null) return { record, nextAt: null, sums }\n',
    replace:
      "    if (record.stopped !== null) {\n      const lost = await deliveries.due(webhook.name, now, pageSize)\n      for (const each of lost.deliveries)\n        await deliveries.settle(webhook.name, { ...each, state: 'withheld' }, each.dueAt)\n      return { record, nextAt: null, sums }\n    }\n",
    run: { seed: 1, ...troubled },
  },
  {
    name: 'nobody can resume an endpoint',
    file: turn,
    find: 'let record = isResumed ? resumed(found) : found',
    replace: 'let record = isResumed ? { ...resumed(found), stopped: found.stopped } : found',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'what an endpoint asks for is not obeyed',
    file: tally,
    find: "      if (outcome.kind === 'throttled') throttling.noteThrottled(subject, outcome.pause)\n",
    replace: '',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'an endpoint that is to be left alone is forgotten to be',
    file: turn,
    find: '    notBefore: sent.notBefore ?? record.notBefore,',
    replace: '    notBefore: record.notBefore,',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'two runs post to one endpoint at once',
    file: turn,
    find: '  if (found === null) return false\n  let record',
    replace:
      '  if (found === null) return takeEndpointTurn(webhook, { owner, deadline, wokenBy, isWakeAlone, isResumed }, { ...ports, endpoints: { ...endpoints, takeLease: async () => ({ failingSince: null, failures: 0, stopped: null, notBefore: 0, throttling: notThrottling, wakeAt: null, askedBy: null }), release: async () => ({ isAskedFor: false }) } })\n  let record',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'an endpoint is not looked at when the next try is due',
    file: turn,
    find: '      await ports.wake(name, epochMs(wakeAt))\n',
    replace: '',
    run: { seed: 1, ...troubled },
  },
  {
    name: 'an endpoint has as many requests at once as there are employees',
    file: 'lib/webhooks/sending/send-due.ts',
    find: 'const concurrentRequests = 8',
    replace: 'const concurrentRequests = 80',
    run: { seed: 51 },
  },
  {
    name: 'a wake that is not noted yet is dropped where the turn is taken',
    file: 'lib/webhooks/receiving/handle-batch.ts',
    find: 'at === wakeAt || epochMs(at) >= leaseUntil - endpointTurnSeconds * 1_000',
    replace: 'at === wakeAt',
    test: 'test/webhooks/busy.test.ts',
  },
  {
    name: 'whoever came while somebody had the turn who died is owed no other',
    file: turn,
    find: 'if (isWakeAlone && !isCurrent && !isOwed) return true',
    replace: 'if (isWakeAlone && !isCurrent) return true',
    test: 'test/webhooks/busy.test.ts',
  },
  {
    name: 'what notes of clockings say is told where they are corrected',
    file: 'lib/routing/redact.ts',
    find: 'kindChanged(withoutNotes(event), ofKind)',
    replace: 'kindChanged(event, ofKind)',
    test: 'test/routing/redact.test.ts',
  },
  {
    name: 'one of two signing keys that cannot be used leaves an endpoint without any',
    file: 'lib/webhooks/wire/signing-keys.ts',
    find: 'all.length > mostKeys ? [] : all.filter(isKey)',
    replace: 'all.length > mostKeys || !all.every(isKey) ? [] : all.filter(isKey)',
    test: 'test/webhooks/wire/signing-keys.test.ts',
  },
  {
    name: 'what is sent again holds back news',
    file: 'lib/webhooks/sending/in-order.ts',
    find: '!repeat || isRepeat(delivery)',
    replace: 'true',
    test: 'test/webhooks/order.test.ts',
  },
  {
    name: 'news wait behind all that is sent again',
    file: 'lib/store/webhooks/due-deliveries.ts',
    find: 'if (isAll || news.length === areDue.length) return news',
    replace: 'if (areDue.length >= 0) return news',
    test: 'test/webhooks/news-first.long.ts',
  },
  {
    name: 'nothing says of what is due that it was told before',
    file: 'lib/store/webhooks/due-marks.ts',
    find: 'isRepeat(delivery) && {',
    replace: 'isRepeat(delivery) && dueAt === null && {',
    test: 'test/webhooks/news-first.long.ts',
  },
  {
    name: 'news wait until many that are sent again are through',
    file: 'lib/store/webhooks/due-deliveries.ts',
    find: 'Math.min(limit, repeatsAtOnce)',
    replace: 'limit',
    test: 'test/simulation/document-table.contract.test.ts',
  },
  {
    name: 'news wait for what was kept of somebody to be sent again',
    file: 'lib/webhooks/sending/in-order.ts',
    find: '(isAgain || !isRepeat(each))',
    replace: '(isAgain || each.id !== next?.id)',
    test: 'test/webhooks/news-first.long.ts',
  },
  {
    name: 'what is sent again waits for nothing that is sent again',
    file: 'lib/webhooks/sending/in-order.ts',
    find: '!repeat || isRepeat(delivery)',
    replace: '!repeat',
    test: 'test/webhooks/order.test.ts',
  },
]
