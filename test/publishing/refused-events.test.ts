import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { publishToBus } from '../../lib/publishing/event-bus.ts'
import { publishToFifoTopic } from '../../lib/publishing/fifo-topic.ts'
import { leavingAlone } from '../../lib/publishing/patience.ts'
import { noneTaken, type Publish } from '../../lib/publishing/publication.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { anEntry } from '../harness/builders.ts'

const bad = anEntry(1)
const good = Array.from({ length: 29 }, (_, n) => anEntry(n + 2))
const messagesOf = (entries: readonly { message: string }[]) => entries.map((each) => each.message)

const refusal = (name: string): Error => Object.assign(new Error('refused'), { name })

/** Refuses a call for what one event in it is; or for whoever sends it. */
const refusing = (name: string, isRefused: (message: string) => boolean) => {
  let calls = 0
  const messages: string[] = []
  const take = (sent: string[]) => {
    calls++
    if (sent.some(isRefused)) throw refusal(name)
    messages.push(...sent)
  }
  const topic = publishToTopic(
    {
      send: async ({ input: { PublishBatchRequestEntries: batch = [] } }) => {
        take(batch.map(({ Message = '' }) => Message))
        return { Successful: batch.map(({ Id }) => ({ Id, MessageId: 'm', SequenceNumber: '1' })) }
      },
    },
    'arn:topic',
  )
  const bus = publishToBus(
    {
      send: async ({ input: { Entries = [] } }) => {
        take(Entries.map(({ Detail = '' }) => Detail))
        return { Entries: Entries.map(() => ({ EventId: 'e' })) }
      },
    },
    'people',
  )
  const fifo = publishToFifoTopic(
    { send: async ({ input: { Message = '' } }) => take([Message]) },
    'arn:topic.fifo',
  )
  const sinks: Record<string, Publish<OutboxEntry>> = { topic, bus, fifo }
  return { sink: (of: string) => sinks[of] ?? topic, messages, calls: () => calls }
}

const kinds = [
  ['topic', 'InvalidParameterValueException'],
  ['topic', 'BatchRequestTooLongException'],
  ['bus', 'ValidationException'],
  ['fifo', 'InvalidParameterException'],
]

describe('an event that is refused for what it is', () => {
  test.each(kinds)('holds up no other: %s, %s', async (of, name) => {
    const { sink, messages } = refusing(name, (message) => message === bad.message)
    const publication = await sink(of)([bad, ...good])
    expect(messages.toSorted()).toEqual(messagesOf(good).toSorted())
    expect(publication.acknowledged.size).toBe(29)
    expect(publication.failures.size).toBe(1)
    expect(publication.isUnanswered).toBeUndefined()
  })

  test.each(['topic', 'bus'])(
    'nor does somebody of whom all are refused take the time of others: %s',
    async (of) => {
      const theirs = Array.from({ length: 80 }, (_, n) =>
        anEntry(n + 100, { attributes: bad.attributes }),
      )
      const refused = new Set(messagesOf(theirs))
      const { sink, messages, calls } = refusing('ValidationException', (each) => refused.has(each))
      await sink(of)([...theirs, ...good])
      expect(messages).toEqual(messagesOf(good))
      expect(calls()).toBeLessThanOrEqual(8)
    },
  )

  test('nor do many of them, first in the order, keep the others from a FIFO topic', async () => {
    const refused = new Set(messagesOf(good.slice(0, 9)))
    const { sink, messages } = refusing('InvalidParameterException', (each) => refused.has(each))
    await sink('fifo')(good)
    expect(messages).toEqual(messagesOf(good.slice(9)))
  })
})

test.each(['topic', 'bus', 'fifo'])(
  'what refuses whoever asks is not asked about each event: %s',
  async (of) => {
    const { sink, calls } = refusing('AuthorizationErrorException', () => true)
    const publication = await sink(of)([bad, ...good])
    expect(publication).toMatchObject({ acknowledged: new Set(), isUnanswered: true })
    expect(calls()).toBeLessThanOrEqual(3)
  },
)

describe('a FIFO topic that hangs', () => {
  test('is given up on after seconds, and left alone for a minute after three tries', async () => {
    let [clock, asked] = [0, 0]
    const hangs = publishToFifoTopic(
      {
        send: (_command, options) => {
          asked++
          return new Promise((_, reject) => {
            options?.abortSignal.addEventListener('abort', () => reject(refusal('AbortError')))
          })
        },
      },
      'arn:topic.fifo',
    )
    const began = Date.now()
    const { failures, isUnanswered } = await hangs(good)
    expect([...failures.values()]).toEqual(['AbortError'])
    expect(isUnanswered).toBe(true)
    expect(Date.now() - began).toBeLessThan(7_000)
    expect(asked).toBe(1)
    const silent: Publish = async (entries) => ({
      ...noneTaken(entries, 'AbortError'),
      isUnanswered: true,
    })
    let tries = 0
    const patient = leavingAlone<(typeof good)[number]>(
      (...args) => {
        tries++
        return silent(...args)
      },
      () => clock,
    )
    for (let n = 0; n < 9; n++) await patient(good)
    expect(tries).toBe(3)
    clock = 60_000
    await patient(good)
    expect(tries).toBe(4)
  })
})
