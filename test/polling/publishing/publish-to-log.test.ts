import { describe, expect, test } from 'vitest'
import { isOfTheLog, publishToLog } from '../../../lib/polling/publishing/publish-to-log.ts'
import type { PublishedEvent } from '../../../lib/publishing/publication.ts'
import type { LogWriter } from '../../../lib/store/events/log-writer.ts'
import { anEntry, anId } from '../../harness/builders.ts'

const published = (n: number, overrides: Partial<PublishedEvent> = {}): PublishedEvent => ({
  ...anEntry(n),
  shardId: '0001',
  ...overrides,
})

/** A log that takes what it is given, each append after the ones before have come to rest. */
const aLog = (append: LogWriter['append'] = async () => {}) => {
  const segments: [lane: number, ids: string[]][] = []
  const publish = publishToLog({
    append: async (lane, events, signal) => {
      await append(lane, events, signal)
      segments.push([lane, events.map(({ id }) => id)])
    },
  })
  return { publish, segments }
}

describe('appending what was published', () => {
  test('what is published at once is one segment in the lane of its shard', async () => {
    const { publish, segments } = aLog()
    expect(await publish([published(1), published(2)])).toEqual({
      acknowledged: new Set([anId(1, 9), anId(2, 9)]),
      failures: new Map(),
    })
    await publish([published(3, { shardId: '0018' })])
    expect(segments).toEqual([
      [1, [anId(1, 9), anId(2, 9)]],
      [2, [anId(3, 9)]],
    ])
  })

  test('events of several shards go to the lane of each', async () => {
    const { publish, segments } = aLog()
    await publish([published(1), published(2, { shardId: '0002' }), published(3)])
    expect(segments).toEqual([
      [1, [anId(1, 9), anId(3, 9)]],
      [2, [anId(2, 9)]],
    ])
  })

  test('the log keeps nothing but the event', async () => {
    const { publish } = aLog(async (_lane, events) => expect(events).toEqual([anEntry(1)]))
    expect((await publish([published(1)])).failures.size).toBe(0)
  })

  test('a lane that does not answer keeps no other out of the log', async () => {
    let tries = 0
    const { publish, segments } = aLog(async (lane) => {
      if (lane !== 1) return
      tries++
      throw new Error('away')
    })
    for (let n = 1; n <= 9; n++) await publish([published(n)])
    expect(tries).toBe(3)
    await publish([published(99, { shardId: '0002' })])
    expect(segments).toEqual([[2, [anId(99, 9)]]])
  })

  test('many at the same time share segments, each in the order in which it came', async () => {
    const { publish, segments } = aLog(() => new Promise((resolve) => setTimeout(resolve, 5)))
    await Promise.all(Array.from({ length: 20 }, (_, n) => publish([published(n)])))
    expect(segments.length).toBeLessThanOrEqual(3)
    expect(segments.flatMap(([, ids]) => ids)).toEqual(
      Array.from({ length: 20 }, (_, n) => anId(n, 9)),
    )
  })

  test('what a segment has no room for is the next one', async () => {
    const { publish, segments } = aLog()
    const large = [1, 2, 3].map((n) => published(n, { message: 'x'.repeat(140_000) }))
    const { acknowledged } = await publish(large)
    expect(acknowledged.size).toBe(3)
    expect(segments.map(([, ids]) => ids)).toEqual([[anId(1, 9), anId(2, 9)], [anId(3, 9)]])
  })
})

describe('a log that fails', () => {
  test('takes no later event of a lane, and says that it was the log', async () => {
    let appends = 0
    const { publish, segments } = aLog(async () => {
      if (++appends === 2) throw new RangeError('no')
    })
    const large = [1, 2, 3, 4, 5].map((n) => published(n, { message: 'x'.repeat(140_000) }))
    const publication = await publish(large)
    expect([...publication.acknowledged]).toEqual([anId(1, 9), anId(2, 9)])
    expect(publication.failures).toEqual(
      new Map([3, 4, 5].map((n) => [anId(n, 9), 'EventLog: RangeError'])),
    )
    expect([...publication.failures.values()].every(isOfTheLog)).toBe(true)
    expect(segments).toHaveLength(1)
  })

  test('is tried again with the next publication', async () => {
    let appends = 0
    const { publish, segments } = aLog(async () => {
      if (++appends === 1) throw new Error('no')
    })
    expect((await publish([published(1)])).acknowledged.size).toBe(0)
    expect((await publish([published(1)])).acknowledged.size).toBe(1)
    expect(segments).toHaveLength(1)
  })

  test('in one lane takes what goes to another', async () => {
    const { publish } = aLog(async (lane) => {
      if (lane === 1) throw new Error('no')
    })
    const { acknowledged } = await publish([published(1), published(2, { shardId: '0002' })])
    expect([...acknowledged]).toEqual([anId(2, 9)])
  })
})

describe('a log that is slow', () => {
  /** A log of which each append waits until it is let go on. */
  const waitingLog = () => {
    const going: (() => void)[] = []
    const log = aLog(() => new Promise((resolve) => going.push(resolve)))
    return { ...log, goOn: () => going.shift()?.() }
  }
  const idle = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  test('has an event once that is asked for again while it is on its way', async () => {
    const { publish, segments, goOn } = waitingLog()
    const first = publish([published(1)])
    await idle(1)
    const second = publish([published(1), published(2)])
    goOn()
    await first
    await idle(1)
    goOn()
    expect(await second).toMatchObject({ acknowledged: new Set([anId(1, 9), anId(2, 9)]) })
    expect(segments).toEqual([
      [1, [anId(1, 9)]],
      [1, [anId(2, 9)]],
    ])
  })

  test('is not given what nobody waits for any more, and is who is late', async () => {
    const { publish, segments, goOn } = waitingLog()
    const first = publish([published(1)])
    await idle(1)
    const waits = idle(1_000).then(() => 'still waits')
    const late = await Promise.race([publish([published(2)], 20), waits])
    expect(late).toEqual({
      acknowledged: new Set(),
      failures: new Map([[published(2).id, 'EventLog: TimeoutError']]),
      isUnanswered: true,
    })
    await idle(5)
    goOn()
    await first
    await idle(5)
    expect(segments).toEqual([[1, [anId(1, 9)]]])
    const again = publish([published(2)])
    await idle(1)
    goOn()
    expect((await again).acknowledged).toEqual(new Set([anId(2, 9)]))
  })
})
