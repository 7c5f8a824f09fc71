import { describe, expect, test } from 'vitest'
import { leavingAlone } from '../../lib/publishing/patience.ts'
import { noneTaken, type Publish } from '../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../lib/publishing/publish-and-hand-on.ts'
import { anEntry, anId } from '../harness/builders.ts'
import { aPublication } from '../harness/publication.ts'

const of = (employee: number, n: number) =>
  anEntry(n, { attributes: { type: 'attendance.clocked-in', employeeId: anId(employee) } })
const idsOf = (...numbers: number[]) => new Set(numbers.map((n) => anEntry(n).id))

/** A publisher that refuses some, or answers nothing at all while it is away. */
const aPublisher = () => {
  const offered: string[][] = []
  const is = { refusing: idsOf(), away: false }
  const publish: Publish = async (entries) => {
    const ids = entries.map(({ id }) => id)
    offered.push(ids)
    if (is.away) return { ...noneTaken(entries, 'away'), isUnanswered: true }
    return aPublication(entries, (id) => !is.refusing.has(id), 'refused')
  }
  return { publish, offered, is }
}

const two = () => {
  const [first, second] = [aPublisher(), aPublisher()]
  const clock = { now: 0 }
  const now = () => clock.now
  const publish = publishAndHandOn(first.publish, leavingAlone(second.publish, now), now)
  return { first, second, clock, publish }
}

describe('what is handed on', () => {
  test('is not published by the first again where the second does not take it', async () => {
    const { first, second, publish } = two()
    second.is.refusing = idsOf(1)
    expect((await publish([of(1, 1)])).acknowledged).toEqual(idsOf())
    second.is.refusing = idsOf()
    expect((await publish([of(1, 1), of(1, 2)])).acknowledged).toEqual(idsOf(1, 2))
    expect(first.offered).toEqual([[anEntry(1).id], [anEntry(2).id]])
    expect(second.offered.at(-1)).toEqual([anEntry(1).id, anEntry(2).id])
  })

  test('is in order of each employee, whatever the first or the one before it has refused', async () => {
    const [bus, log] = [two(), aPublisher()]
    const publish = publishAndHandOn(bus.publish, log.publish)
    bus.second.is.refusing = idsOf(1)
    const all = [of(1, 1), of(1, 2), of(2, 3)]
    expect((await publish(all)).acknowledged).toEqual(idsOf(3))
    bus.second.is.refusing = idsOf()
    await publish(all.slice(0, 2))
    expect(log.offered).toEqual([[anEntry(3).id], [anEntry(1).id, anEntry(2).id]])
    expect(bus.first.offered.flat()).toEqual([1, 2, 3].map((n) => anEntry(n).id))
  })
})

describe('a second publisher that does not answer', () => {
  test('is left alone for a minute after three tries, while the first goes on', async () => {
    const { first, second, clock, publish } = two()
    second.is.away = true
    for (let n = 1; n <= 9; n++) await publish([of(n, n)])
    expect(first.offered).toHaveLength(9)
    expect(second.offered).toHaveLength(3)
    second.is.away = false
    clock.now = 60_000
    expect((await publish([of(1, 1)])).acknowledged).toEqual(idsOf(1))
  })

  test('does not count as the first: that is not given up on', async () => {
    const { second, publish } = two()
    second.is.away = true
    expect(await publish([of(1, 1)])).toEqual(noneTaken([of(1, 1)], 'away'))
  })

  test('leaves it known that the first has answered, and is not waited for', async () => {
    const [first, heard] = [aPublisher(), [] as boolean[]]
    const within = publishAndHandOn(first.publish, () => new Promise(() => {}))
    const hears = async (publish: Publish) => {
      void publish([of(1, 1)], 5, { onAnswer: () => heard.push(true) })
      await new Promise(setImmediate)
      return heard.splice(0).length
    }
    expect(await hears(within)).toBeGreaterThan(0)
    expect(await hears(publishAndHandOn(within, aPublisher().publish))).toBeGreaterThan(0)
    first.is.away = true
    expect(await hears(publishAndHandOn(first.publish, aPublisher().publish))).toBe(0)
  })

  test('is asked again as long as it takes something now and then', async () => {
    const { second, publish } = two()
    for (let n = 1; n <= 9; n++) {
      second.is.away = n % 3 !== 0
      await publish([of(n, n)])
    }
    expect(second.offered).toHaveLength(9)
  })
})
