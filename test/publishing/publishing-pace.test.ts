import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { noTurn, type Publication } from '../../lib/publishing/publication.ts'
import { createPace } from '../../lib/publishing/publishing-pace.ts'
import { publishToTopic } from '../../lib/publishing/topic.ts'
import { messagesPerSecondEach } from '../../lib/settings/budget.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { anEntry } from '../harness/builders.ts'
import { countedTopic, virtualTime } from '../harness/counted-topic.ts'

const entries = (count: number, from = 0): OutboxEntry[] =>
  Array.from({ length: count }, (_, n) => anEntry(from + n))

const longEnough = 10 * 60_000

/** Publishes to a topic of its own at so many messages a second. */
const aPublisher = (perSecond: number) => {
  const time = virtualTime()
  const topic = countedTopic(time)
  const pace = createPace(perSecond, time)
  return { ...time, ...topic, pace, publish: publishToTopic(topic.sns, 'topic', pace) }
}

describe('a publisher at a pace', () => {
  test('publishes in any second no more than it may, all of it, and in order', async () => {
    const latency = fc.record({ counted: fc.nat(400), answered: fc.nat(400) })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.array(latency, { minLength: 1 }),
        async (perSecond, counts, latencies) => {
          const time = virtualTime()
          let batch = 0
          const topic = countedTopic(
            time,
            () => latencies[batch++ % latencies.length] ?? { counted: 0, answered: 0 },
          )
          const publish = publishToTopic(topic.sns, 'topic', createPace(perSecond, time))
          const calls = counts.map((count, n) => entries(count, n * 100))
          const published = Promise.all(calls.map((call) => publish(call)))
          await time.runUntil(time.now() + longEnough)
          for (const [n, { acknowledged, failures }] of (await published).entries()) {
            expect([...acknowledged]).toEqual(calls[n]?.map(({ id }) => id))
            expect(failures.size).toBe(0)
          }
          for (const call of calls) {
            const own = call.map(({ message }) => message)
            expect(topic.messages().filter((message) => own.includes(message))).toEqual(own)
          }
          expect(topic.mostInASecond()).toBeLessThanOrEqual(perSecond)
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each([
    [40, 40, [10, 10, 10, 10, 10]],
    [35, 32, [8, 8, 8, 8, 8, 8, 2]],
    [14, 14, [7, 7, 7, 7, 7, 7, 7, 1]],
    [3, 3, [...Array.from({ length: 16 }, () => 3), 2]],
  ])(
    'of %i a second sends %i, in batches as full as fit into a second',
    async (perSecond, sent, batches) => {
      const { publish, runUntil, now, ...topic } = aPublisher(perSecond)
      const published = publish(entries(50))
      await runUntil(now() + longEnough)
      expect((await published).acknowledged.size).toBe(50)
      expect(topic.batches()).toEqual(batches)
      expect(topic.mostInASecond()).toBe(sent)
    },
  )

  test('leaves what has no turn in its time, and says so at once', async () => {
    const { publish, runUntil, now, ...topic } = aPublisher(20)
    const until: number[] = []
    const began = now()
    const noting = async (publication: Promise<Publication>) => {
      const { acknowledged, failures, isUnanswered } = await publication
      until.push(now() - began)
      return { taken: acknowledged.size, failures: [...failures.values()], isUnanswered }
    }
    const all = Promise.all([
      noting(publish(entries(30), 2_000)),
      noting(publish(entries(30, 30), 2_000)),
    ])
    await runUntil(began + longEnough)
    expect(await all).toEqual([
      { taken: 20, failures: Array(10).fill(noTurn), isUnanswered: undefined },
      { taken: 20, failures: Array(10).fill(noTurn), isUnanswered: undefined },
    ])
    expect(Math.max(...until)).toBeLessThan(1_100)
    expect(topic.messages()).toHaveLength(40)
  })

  test('waits a second where another may have published until now', async () => {
    const { publish, pace, runUntil, now, ...topic } = aPublisher(20)
    const began = now()
    pace.begin()
    const published = publish(entries(5))
    await runUntil(began + longEnough)
    expect((await published).acknowledged.size).toBe(5)
    expect(topic.arrivals.map(({ at }) => at - began)).toEqual([1_000])
  })
})

test.each([
  [300, 20],
  [300, 2],
  [101, 100],
])(
  'of a limit of %i no second sees more, with %i polls at once, one after another, and a refresh',
  async (limit, concurrentPolls) => {
    const settings = Settings.parse({
      name: 'test',
      workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
      workday: { timeZone: 'Europe/London' },
      polling: { concurrentPolls },
    })
    const each = messagesPerSecondEach(limit, settings)
    const time = virtualTime()
    const topic = countedTopic(time)
    /** One invocation after another, each in a process that knows nothing of the one before. */
    const invocations = async (count: number, first: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const pace = createPace(each, time)
        pace.begin()
        await publishToTopic(topic.sns, 'topic', pace)(entries(2 * each, first + n * 2 * each))
      }
    }
    const publishers = concurrentPolls + 1
    const done = Promise.all(
      Array.from({ length: publishers }, (_, n) => invocations(3, n * 6 * each)),
    )
    await time.runUntil(time.now() + longEnough)
    await done
    expect(topic.messages()).toHaveLength(publishers * 6 * each)
    expect(topic.mostInASecond()).toBeLessThanOrEqual(limit)
    expect(topic.mostInASecond()).toBeGreaterThan(limit / 2)
  },
)
