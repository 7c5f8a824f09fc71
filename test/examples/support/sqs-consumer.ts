import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { expect, vi } from 'vitest'
import { createQueue } from '../../../local/aws/queue.ts'
import { test } from '../../harness/engine-test.ts'
import { numbered, ofLaterType, snapshotOf } from './events.ts'
import { pointingAt, startExample } from './running.ts'

const patiently = { timeout: 30_000, interval: 100 }

/** What nobody could act on. */
const noEvents = [
  'this is no event',
  '{}',
  ...[
    { data: null },
    { data: 'text' },
    { source: {} },
    { sequence: [] },
    { sequence: 10 ** 30 },
  ].map((wrong) => JSON.stringify({ ...numbered(9), ...wrong })),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
]

/**
 * What a consumer of a queue must do, in whichever language.
 * @param command what runs it for a queue
 */
export const testSqsConsumer = (
  name: string,
  command: (queueUrl: string) => readonly [string, ...string[]],
): void => {
  test(`${name} acts on each event once and in order, and leaves what is none`, async ({
    engines,
  }) => {
    const { sqs } = engines
    const { url: QueueUrl } = await createQueue(engines.queues, `consumed-by-${name}`, {
      VisibilityTimeout: '600',
    })
    const send = async (...bodies: string[]): Promise<void> => {
      for (const MessageBody of bodies)
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }))
    }
    const sendNumbers = (...numbers: number[]) =>
      send(...numbers.map((n) => JSON.stringify(numbered(n))))
    const { lines, errors } = startExample(command(QueueUrl), pointingAt(engines.environment))
    const acted = (...numbers: number[]) =>
      vi.waitFor(() => {
        expect(errors).toEqual([])
        expect(lines).toEqual(numbers.map((n) => `${n} attendance.clocked-in Amina`))
      }, patiently)

    await send(...noEvents, ...snapshotOf(3).map((event) => JSON.stringify(event)))
    await sendNumbers(1, 3, 1, 2, 3)
    await acted(1, 2, 3)
    // Four and five were for others: after some tries it goes on without them.
    await sendNumbers(6)
    await acted(1, 2, 3, 6)
    // Seven is of a type that came later: nothing is done about it, and nothing waits for it.
    await send(JSON.stringify(ofLaterType(7)))
    await sendNumbers(8)
    await acted(1, 2, 3, 6, 8)
    await vi.waitFor(async () => {
      const AttributeNames = [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
      ] as const
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
      )
      expect(Attributes).toMatchObject({
        ApproximateNumberOfMessages: '0',
        ApproximateNumberOfMessagesNotVisible: `${noEvents.length}`,
      })
    }, patiently)
    expect(lines).toHaveLength(5)
  })
}
