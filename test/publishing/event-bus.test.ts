import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { expect, test as plainTest } from 'vitest'
import { isOfTheBus, publishToBus } from '../../lib/publishing/event-bus.ts'
import { noneTaken, type Publish } from '../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../lib/publishing/publish-and-hand-on.ts'
import { anEntry, anId } from '../harness/builders.ts'
import { startEventBus } from '../harness/event-bus.ts'
import { aPublication } from '../harness/publication.ts'

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
const test = plainTest.extend('bus', async ({}, { onCleanup }) => {
  const bus = await startEventBus()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new EventBridgeClient({
    endpoint: bus.endpoint,
    region: 'eu-west-1',
    credentials,
    maxAttempts: 1,
  })
  onCleanup(async () => {
    client.destroy()
    await bus.close()
  })
  return { ...bus, publish: publishToBus(client, 'people') }
})

const entries = (count: number) => Array.from({ length: count }, (_, n) => anEntry(n))

test('an event is the detail of what is put, its type the detail type', async ({ bus }) => {
  const publication = await bus.publish([anEntry(1)])
  expect(publication).toEqual({ acknowledged: new Set([anId(1, 9)]), failures: new Map() })
  expect(bus.taken).toEqual([
    [
      {
        EventBusName: 'people',
        Source: 'attendance-events',
        DetailType: 'attendance.clocked-in',
        Time: Date.parse('2026-11-20T09:00:00Z') / 1_000,
        Detail: anEntry(1).message,
      },
    ],
  ])
})

test('events go in tens, in order, and large ones in fewer', async ({ bus }) => {
  await bus.publish(entries(23))
  expect(bus.taken.map((each) => each.length)).toEqual([10, 10, 3])
  expect(bus.taken.flat().map(({ Detail }) => Detail)).toEqual(
    entries(23).map(({ message }) => message),
  )
  bus.taken.length = 0
  await bus.publish([1, 2, 3].map((n) => anEntry(n, { message: `"${'x'.repeat(100_000)}"` })))
  expect(bus.taken.map((each) => each.length)).toEqual([2, 1])
})

test('what the bus refuses alone is not acknowledged', async ({ bus }) => {
  bus.answer({ refuses: [1] })
  const { acknowledged, failures, isUnanswered } = await bus.publish(entries(3))
  expect([...acknowledged]).toEqual([anId(0, 9), anId(2, 9)])
  expect(failures).toEqual(new Map([[anId(1, 9), 'EventBridge: InternalFailure']]))
  expect(isUnanswered).toBeUndefined()
})

test('a bus that fails takes nothing more of that publication, and says that it was the bus', async ({
  bus,
}) => {
  bus.answer({}, { status: 400 })
  const { acknowledged, failures, isUnanswered } = await bus.publish(entries(25))
  expect(acknowledged.size).toBe(10)
  const reasons = [...failures.values()]
  expect(new Set(reasons)).toEqual(new Set(['EventBridge: AccessDeniedException']))
  expect(reasons.every(isOfTheBus)).toBe(true)
  expect(isUnanswered).toBe(true)
  expect(bus.taken).toHaveLength(1)
})

test('a bus that hangs is given up on in time', async ({ bus }) => {
  bus.answer({ hangs: true })
  const { acknowledged, isUnanswered } = await bus.publish(entries(1), 50)
  expect(acknowledged.size).toBe(0)
  expect(isUnanswered).toBe(true)
})

test('the bus gets what SNS took, in order, and both must have taken an event', async ({ bus }) => {
  const sns: Publish = async (all) => aPublication(all, (id) => id !== anId(1, 9))
  bus.answer({ refuses: [0] })
  const { acknowledged, failures } = await publishAndHandOn(sns, bus.publish)(entries(4))
  expect(bus.taken.flat().map(({ Detail }) => Detail)).toEqual(
    [2, 3].map((n) => anEntry(n).message),
  )
  expect([...acknowledged]).toEqual([anId(2, 9), anId(3, 9)])
  expect(failures).toEqual(
    new Map([
      [anId(1, 9), 'InternalError'],
      [anId(0, 9), 'EventBridge: InternalFailure'],
    ]),
  )
})

test('the bus is not asked where SNS took nothing', async ({ bus }) => {
  const none: Publish = async (all) => noneTaken(all, 'no')
  await publishAndHandOn(none, bus.publish)(entries(4))
  expect(bus.taken).toEqual([])
})
