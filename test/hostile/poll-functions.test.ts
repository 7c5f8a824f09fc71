import type { SQSEvent } from 'aws-lambda'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { readTick } from '../../lib/polling/dispatching/tick.ts'
import { anEmployee, employeeId } from '../harness/builders.ts'
import { startDeployment } from '../harness/deployed.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { aLambdaContext, anSqsEvent } from '../harness/lambda.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { damaged } from './bytes.ts'

/** The functions of one deployment are invoked hundreds of times over: no test starts its own. */
const test = engineTest.extend(
  'deployment',
  { scope: 'file' },
  async ({ engines }, { onCleanup }) => {
    const deployment = await startDeployment(engines)
    onCleanup(deployment.close)
    await deployment.put(`/employees/${employeeId}`, anEmployee())
    return deployment
  },
)
let output: ReturnType<typeof captureOutput>
beforeEach(() => {
  output = captureOutput()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const canary = 'canary-7f3a'
const tick = { shardId: '0001' }
const value = fc.oneof(
  mutated({ ...tick, note: canary }),
  fc
    .constantFrom('0', '1'.repeat(300), '9'.repeat(100_000), canary)
    .map((shardId) => ({ shardId })),
  fc.constant({ Type: 'Notification', Message: JSON.stringify(tick), Subject: canary }),
  hostileValue,
)
const body = damaged(value.map((each) => JSON.stringify(each) ?? canary)).map(String)

const isTick = (text: string): boolean => {
  try {
    return readTick(text).shardId.length > 0
  } catch {
    return false
  }
}

test('poll-shard: of a batch only what is no tick comes back, and nothing of it is written', async ({
  deployment,
}) => {
  const refresh = await deployment.refreshRoster()
  await refresh({}, aLambdaContext())
  const poll = await deployment.pollShard()
  await fc.assert(
    fc.asyncProperty(fc.array(body, { maxLength: 4 }), fc.nat(4), async (bodies, at) => {
      const all = bodies.toSpliced(at, 0, JSON.stringify(tick))
      const answer = await poll(anSqsEvent(...all), aLambdaContext())
      const bad = all.flatMap((text, n) => (isTick(text) ? [] : [`message-${n}`]))
      expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(bad)
      const polled = metricsIn(output.json()).flatMap(({ EmployeesPolled = [] }) => EmployeesPolled)
      expect(polled.at(-1)).toBe(1)
    }),
    { numRuns: 40 },
  )
  expect(output.text()).not.toMatch(/canary|9999999|xxxx/)
})

test.for<[string, object, string[]]>([
  ['no records', { Records: [] }, []],
  ['a record without a body', { Records: [{ messageId: 'a', eventSource: 'aws:sqs' }] }, ['a']],
  [
    'a record twice',
    { Records: [...anSqsEvent(canary).Records, ...anSqsEvent(canary).Records] },
    ['message-0', 'message-0'],
  ],
])('poll-shard answers an event of %s', async ([, event, failures], { deployment }) => {
  const poll = await deployment.pollShard()
  const read: SQSEvent = JSON.parse(JSON.stringify(event))
  const { batchItemFailures } = await poll(read, aLambdaContext())
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(failures)
  expect(output.text()).not.toContain(canary)
})

test('refresh-roster and dispatch-polls do their work, whatever they are invoked with', async ({
  deployment,
}) => {
  const refresh = await deployment.refreshRoster()
  const dispatch = await deployment.dispatchPolls()
  const event = fc.oneof(mutated({ acceptLoss: canary, time: canary }), hostileValue)
  // A refresh waits for polls that are planned: all of them come first.
  for (const [invoke, said] of [
    [refresh, 'Roster refreshed'],
    [dispatch, 'Polls dispatched'],
  ] as const)
    await fc.assert(
      fc.asyncProperty(event, async (input) => {
        await invoke(input, aLambdaContext())
        const done = output.json().map(({ message }) => message)
        expect(done.slice(-2)).toContain(said)
      }),
      { numRuns: 20 },
    )
  expect(output.text()).not.toMatch(/canary|xxxx/)
})
