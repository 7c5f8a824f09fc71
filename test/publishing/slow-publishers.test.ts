import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { publishWhileAble } from '../../lib/polling/publishing/publish-while-able.ts'
import { publishToBus } from '../../lib/publishing/event-bus.ts'
import { publishToFifoTopic } from '../../lib/publishing/fifo-topic.ts'
import { noTurn, type Publish } from '../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../lib/publishing/publish-and-hand-on.ts'
import { createTakenEvents } from '../../lib/publishing/taken.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { anEntry, anId } from '../harness/builders.ts'

const entries = (count: number) => Array.from({ length: count }, (_, n) => anEntry(n + 1))

/** SNS that takes so many milliseconds to answer; and the messages that it took. */
const slowTopic = (took: number) => {
  const messages: string[] = []
  const publish = publishToTopic(
    {
      send: async ({ input: { PublishBatchRequestEntries: batch = [] } }, options) => {
        // It has what was sent, whether or not anybody waits for its answer.
        messages.push(...batch.map(({ Message = '' }) => Message))
        await sleep(took, undefined, { signal: options?.abortSignal })
        return { Successful: batch.map(({ Id }) => ({ Id, MessageId: 'm', SequenceNumber: '1' })) }
      },
    },
    'arn:topic',
  )
  return { publish, messages }
}

/** Takes everything after so many milliseconds. */
const slowSecond = (took: number) => {
  const ids: string[] = []
  const publish: Publish = async (all) => {
    await sleep(took)
    ids.push(...all.map(({ id }) => id))
    return { acknowledged: new Set(all.map(({ id }) => id)), failures: new Map() }
  }
  return { publish, ids }
}

/** Publishes what waits, a short while at a time, as polls do before they ask. */
const flushes = async (publish: Publish, count: number, within: number, most: number) => {
  let waiting = entries(count)
  let polls = 0
  for (; polls < most && waiting.length > 0; polls++) {
    const { acknowledged } = await publishWhileAble(publish, {
      now: Date.now,
      wait: async (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    })(Date.now() + within)(waiting)
    waiting = waiting.filter(({ id }) => !acknowledged.has(id))
  }
  return { left: waiting.length, polls }
}

describe('SNS that is slower than the time there is', () => {
  test('is sent what waits little by little, and none of it for ever', async () => {
    const topic = slowTopic(50)
    const { left, polls } = await flushes(topic.publish, 60, 200, 10)
    expect(left).toBe(0)
    expect(polls).toBeGreaterThan(1)
    // Each time one batch may be on its way when time is up.
    expect(topic.messages.length).toBeLessThanOrEqual(60 + 10 * polls)
  })

  test.each([
    ['by one process', true],
    ['each time by another that remembers nothing', false],
  ])('has what it took handed on, %s', async (_by, isWarm) => {
    const [topic, second] = [slowTopic(50), slowSecond(1)]
    const make = () => publishAndHandOn(topic.publish, second.publish)
    const warm = make()
    const publish: Publish = (...args) => (isWarm ? warm : make())(...args)
    const { left } = await flushes(publish, 60, 300, 12)
    expect(left).toBe(0)
    expect(second.ids).toHaveLength(60)
  })
})

describe('what comes after SNS and answers only once it was given up on', () => {
  test('is not sent the same again', async () => {
    const [topic, second] = [slowTopic(1), slowSecond(150)]
    const publish = publishAndHandOn(topic.publish, second.publish)
    const { left } = await flushes(publish, 10, 100, 4)
    expect(left).toBe(0)
    expect(topic.messages).toHaveLength(10)
    expect(second.ids.length).toBeLessThanOrEqual(20)
  })
})

describe('of more events than a process remembers', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']

  test('as many as it remembers are known each time they come', () => {
    const taken = createTakenEvents(() => 0, 3)
    for (let poll = 0; poll < 3; poll++) {
      taken.note(ids, 'by the first')
      expect(ids.filter((id) => taken.of(id) !== null)).toEqual(['a', 'b', 'c'])
    }
  })

  test('those that come no more make room after an hour', () => {
    const clock = { now: 0 }
    const taken = createTakenEvents(() => clock.now, 3)
    taken.note(ids, 'by the first')
    clock.now = 1_800_000
    expect(taken.of('b')).toBe('by the first')
    clock.now = 3_600_000
    taken.note(['d', 'e'], 'by both')
    expect(ids.map(taken.of)).toEqual([null, 'by the first', null, 'by both', 'by both'])
  })
  test('those that have been delivered make room at once for what waits', () => {
    const taken = createTakenEvents(() => 0, 3)
    taken.note(['a', 'b', 'c'], 'by both')
    taken.note(['d', 'e'], 'by the first')
    expect(ids.map(taken.of)).toEqual([null, null, 'by both', 'by the first', 'by the first'])
  })
})

describe('whoever has answered, and has no more time, is slow and not silent', () => {
  /** Answers so many times, by taking what is sent or by refusing it, and then never. */
  const answering = (answers: number, refuses = false) => {
    let asked = 0
    const answer = async (options: { abortSignal: AbortSignal } | undefined): Promise<void> => {
      if (++asked > answers) await sleep(10_000, undefined, { signal: options?.abortSignal })
      if (refuses) throw Object.assign(new Error(), { name: 'InvalidParameterException' })
    }
    const sinks = {
      topic: publishToTopic(
        {
          send: async ({ input: { PublishBatchRequestEntries: batch = [] } }, options) => {
            await answer(options)
            return {
              Successful: batch.map(({ Id }) => ({ Id, MessageId: 'm', SequenceNumber: '1' })),
            }
          },
        },
        'arn:topic',
      ),
      bus: publishToBus(
        {
          send: async ({ input: { Entries = [] } }, options) => {
            await answer(options)
            return { Entries: Entries.map(() => ({ EventId: 'e' })) }
          },
        },
        'people',
      ),
      fifo: publishToFifoTopic({ send: (_command, options) => answer(options) }, 'arn:topic.fifo'),
    }
    return async (sink: keyof typeof sinks) => {
      const ofOneEach = Array.from({ length: 12 }, (_, n) =>
        anEntry(n, { attributes: { type: 'attendance.clocked-in', employeeId: anId(n) } }),
      )
      const { acknowledged, failures, ...rest } = await sinks[sink](ofOneEach, 50)
      return { ...rest, taken: acknowledged.size > 0, reasons: new Set(failures.values()) }
    }
  }
  const sinks = ['topic', 'bus', 'fifo'] as const

  test.each(sinks)('%s, where it has taken some', async (sink) => {
    expect(await answering(1)(sink)).toEqual({ taken: true, reasons: new Set([noTurn]) })
  })

  test.each(sinks)('%s, where it has refused some', async (sink) => {
    const { taken, reasons, isUnanswered } = await answering(2, true)(sink)
    expect({ taken, isUnanswered }).toEqual({ taken: false })
    expect([...reasons].at(-1)).toBe(noTurn)
  })

  test.each(sinks)('%s, but for one that has not answered at all', async (sink) => {
    expect(await answering(0)(sink)).toMatchObject({ taken: false, isUnanswered: true })
  })
})
