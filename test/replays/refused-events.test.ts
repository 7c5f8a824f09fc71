import {
  CreateQueueCommand,
  type SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { describe, expect, vi } from 'vitest'
import { statusLines } from '../../cli/replay/replaying.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { NotTakenError, sendAgainBy } from '../../lib/replays/targets.ts'
import { createQueue } from '../../local/aws/queue.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import type { Engines } from '../harness/engines.ts'
import { test as baseTest } from './support.ts'

let made = 0

/** An event of somebody, with a note of theirs. */
const anEntry = (n: number, note = '', employee = n): OutboxEntry => {
  const event = { ...aClockIn(employee, '2026-11-18T09:01:00Z'), id: anId(n, 9) }
  const { type, id, time, recordedtime } = event
  const attributes = { type, employeeId: anId(employee), baseline: 'false' }
  const message = JSON.stringify({ ...event, note })
  return { id, type, time, recordedtime, message, attributes }
}

type Failure = { Code: string; SenderFault: boolean }

/** The embedded SQS, which fails at some entries as it is told, and notes the requests. */
const failing = (
  { queues: { sqs } }: Engines,
  failureOf: (id: string, request: number) => Failure | null,
) => {
  const requests: string[][] = []
  const send = async (command: SendMessageBatchCommand) => {
    const { Entries = [] } = command.input
    if (!('Entries' in command.input)) return sqs.send(command)
    const idOf = (body = '') => String(Number(JSON.parse(body).id.slice(-12)))
    requests.push(Entries.map(({ MessageBody }) => idOf(MessageBody)))
    const failures = new Map(
      Entries.map(({ Id, MessageBody }) => [Id, failureOf(idOf(MessageBody), requests.length)]),
    )
    const whole = [...failures.values()].find((each) => each?.Code === 'BatchRequestTooLong')
    if (whole) throw Object.assign(new Error('too long'), { name: whole.Code })
    const taken = Entries.filter(({ Id }) => !failures.get(Id))
    if (taken.length > 0) command.input.Entries = taken
    const { Failed = [] } = taken.length > 0 ? await sqs.send(command) : {}
    const failed = [...failures].flatMap(([Id, failure]) => (failure ? [{ Id, ...failure }] : []))
    return { Failed: [...Failed, ...failed] }
  }
  return { sqs: { send } as unknown as SQSClient, requests }
}

const test = baseTest.extend('target', async ({ engines }) => {
  for (const [name, value] of Object.entries(engines.environment)) vi.stubEnv(name, value)
  const { url, arn } = await createQueue(engines.queues, `refusing-${++made}`, {
    MaximumMessageSize: '4096',
  })
  return {
    to: { queue: arn },
    numbers: async () =>
      (await engines.drain(url)).map(({ event }) =>
        Number((event as { id: string }).id.slice(-12)),
      ),
  }
})

const noWait = async () => {}

describe('a replay to a queue', () => {
  test('goes on where the queue refuses some for what they are, and names those', async ({
    engines,
    replaying,
    target,
  }) => {
    const { logged, begin, goOn, ports } = replaying
    const entries = Array.from({ length: 25 }, (_, n) =>
      anEntry(n + 1, n === 3 ? 'x'.repeat(5_000) : n === 17 ? '\ufffe' : ''),
    )
    await logged(1, ...entries)
    const named: unknown[] = []
    const over = {
      ...ports,
      sendAgain: sendAgainBy(engines.queues.sqs, '', noWait),
      onRefused: (refusals: readonly unknown[]) => void named.push(...refusals),
    }
    const progress = await goOn(await begin({ to: target.to }), { over })
    const numbers = Array.from({ length: 25 }, (_, n) => n + 1)
    expect(await target.numbers()).toEqual(numbers.filter((n) => n !== 4 && n !== 18))
    const first = [
      {
        id: anId(4, 9),
        reason: 'InvalidParameterValue: Message must be shorter than 4096 bytes.',
      },
      { id: anId(18, 9), reason: 'InvalidMessageContents' },
    ]
    expect(progress).toMatchObject({
      state: 'done',
      counts: { 'attendance.clocked-in': 23 },
      refused: { count: 2, first },
    })
    expect(named).toEqual(first)
    expect(await ports.replays.read(progress.id)).toEqual(progress)
    expect(statusLines(progress).join('\n')).toContain(
      `2 events were refused by the queue for what they are, and left out:\n  ${anId(4, 9)}  InvalidParameterValue: Message must`,
    )
  })

  test('leaves out one that is longer than SQS takes at all', async ({ engines, target }) => {
    const sendAgain = sendAgainBy(engines.queues.sqs, '', noWait)
    const events = [anEntry(1), anEntry(2, 'x'.repeat(1_100_000)), anEntry(3)]
    const refusals = await sendAgain(target.to, events)
    expect(refusals).toEqual([{ id: anId(2, 9), reason: 'BatchRequestTooLong' }])
    expect(await target.numbers()).toEqual([1, 3])
  })

  test('sends each alone of a batch that is refused as a whole', async ({ engines, target }) => {
    const { sqs, requests } = failing(engines, (id, request) =>
      request === 1 || id === '2' ? { Code: 'BatchRequestTooLong', SenderFault: true } : null,
    )
    const events = [anEntry(1), anEntry(2), anEntry(3)]
    const refusals = await sendAgainBy(sqs, '', noWait)(target.to, events)
    expect(refusals.map(({ id }) => id)).toEqual([anId(2, 9)])
    expect(requests).toEqual([['1', '2', '3'], ['1'], ['2'], ['3']])
    expect(await target.numbers()).toEqual([1, 3])
  })

  test('sends again what failed for the sake of the queue, and nothing else', async ({
    engines,
    target,
  }) => {
    const { sqs, requests } = failing(engines, (id, request) =>
      request < 3 && id === '2' ? { Code: 'InternalError', SenderFault: false } : null,
    )
    const events = [anEntry(1), anEntry(2), anEntry(3)]
    expect(await sendAgainBy(sqs, '', noWait)(target.to, events)).toEqual([])
    expect(requests).toEqual([['1', '2', '3'], ['2'], ['2']])
    expect((await target.numbers()).toSorted()).toEqual([1, 2, 3])
  })

  test('stops at a queue that goes on failing', async ({ engines, target }) => {
    const { sqs, requests } = failing(engines, () => ({
      Code: 'InternalError',
      SenderFault: false,
    }))
    await expect(sendAgainBy(sqs, '', noWait)(target.to, [anEntry(1)])).rejects.toThrow(
      NotTakenError,
    )
    expect(requests).toHaveLength(3)
  })

  test.for([
    'AccessDenied',
    'KMS.AccessDeniedException',
    'KmsDisabled',
    'AWS.SimpleQueueService.NonExistentQueue',
    'RequestThrottled',
  ])(
    'stops where all is refused with %s, and leaves nothing out',
    async (Code, { engines, target }) => {
      const { sqs } = failing(engines, () => ({ Code, SenderFault: true }))
      const sending = sendAgainBy(sqs, '', noWait)(target.to, [anEntry(1), anEntry(2)])
      await expect(sending).rejects.toThrow(Code)
    },
  )

  test('stops at a queue that is no more', async ({ engines, target }) => {
    const gone = { queue: `${target.to.queue}-gone` }
    const sending = sendAgainBy(engines.queues.sqs, '', noWait)(gone, [anEntry(1)])
    await expect(sending).rejects.toThrow()
  })

  test('that is FIFO has one of each employee in a request, so that their order is kept', async ({
    engines,
  }) => {
    const QueueName = `refusing-${++made}.fifo`
    await engines.queues.sqs.send(
      new CreateQueueCommand({ QueueName, Attributes: { FifoQueue: 'true' } }),
    )
    const arn = `arn:aws:sqs:eu-west-1:000000000000:${QueueName}`
    const { sqs, requests } = failing(engines, (id, request) =>
      request === 1 && id === '1' ? { Code: 'InternalError', SenderFault: false } : null,
    )
    const events = [anEntry(1, '', 7), anEntry(2, '', 8), anEntry(3, '', 7), anEntry(4, '', 9)]
    await sendAgainBy(sqs, '', noWait)({ queue: arn }, events)
    expect(requests).toEqual([['1', '2'], ['1'], ['3', '4']])
  })
})
