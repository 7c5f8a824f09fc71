import { describe, expect } from 'vitest'
import { hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/webhook-test.ts'
import type { WebhookWorld } from './support/webhook-world.ts'

/** Has an endpoint ask for an hour's patience wherever it is to take an event of these people. */
const throttling = (world: WebhookWorld, people: ReadonlySet<string>, status: number) => {
  const takenAt = new Map<string, number>()
  const throttledAt: number[] = []
  const subjects = new Map<string, string>()
  world.receiver('payroll').behaveAs((response, { headers }) => {
    const id = String(headers['webhook-id'])
    if (people.has(subjects.get(id) ?? '')) {
      throttledAt.push(world.now())
      return void response.writeHead(status, { 'retry-after': '3600' }).end()
    }
    takenAt.set(id, world.now())
    response.writeHead(204).end()
  })
  return {
    takenAt,
    throttledAt,
    clockIn: (n: number) => {
      const sequence = String(subjects.size + 1).padStart(20, '0')
      const event = { ...aClockIn(n, utc(world.now())), id: anId(subjects.size, 9), sequence }
      subjects.set(event.id, event.subject)
      world.publish(event)
      return { id: event.id, subject: event.subject, at: world.now() }
    },
  }
}

const thirty = Array.from({ length: 30 }, (_, n) => n + 1)

describe('an endpoint that throttles the events of three of thirty people', () => {
  test.for([
    ['the oldest', [1, 2, 3], false, 429],
    ['the newest', [28, 29, 30], false, 429],
    ['some', [4, 15, 26], false, 503],
    ['the oldest', [1, 2, 3], true, 429],
    ['some', [4, 15, 26], true, 503],
  ] as const)(
    'has those of all others within minutes: %s (%j, in order: %s, %d)',
    async ([, few, ordered, status], { start }) => {
      const world = await start({ name: 'payroll', ordered })
      const people = new Set(few.map((n) => aClockIn(n, utc(world.now())).subject))
      const { takenAt, throttledAt, clockIn } = throttling(world, people, status)
      const began = world.now()
      const published = thirty.map(clockIn)
      for (let round = 1; round <= 8; round++) {
        await world.run(began + round * 20 * minute)
        published.push(...[10, 20, few[0]].map(clockIn))
      }
      await world.run(world.now() + 20 * minute)
      const late = published
        .filter(({ subject }) => !people.has(subject))
        .map(({ id, at }) => (takenAt.get(id) ?? Number.POSITIVE_INFINITY) - at)
      expect(Math.max(...late)).toBeLessThanOrEqual(4 * minute)
      // Of each of the three no more than one an hour is asked about, beside what comes in that hour.
      expect(throttledAt.length).toBeLessThanOrEqual(3 * 4 + 8)
    },
  )

  test('is told no more of whoever it throttles until their pause is over', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const people = new Set([aClockIn(1, utc(world.now())).subject])
    const { throttledAt, clockIn } = throttling(world, people, 429)
    const began = world.now()
    for (const n of [1, 2, 3]) clockIn(n)
    await world.run(began + 5 * minute)
    for (let n = 0; n < 10; n++) clockIn(1)
    await world.run(began + 59 * minute)
    expect(throttledAt).toEqual([began])
  })
})

describe('whoever is known to be throttled', () => {
  test('holds up nobody when they are tried again', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const people = new Set([aClockIn(1, utc(world.now())).subject])
    const { takenAt, throttledAt, clockIn } = throttling(world, people, 429)
    const began = world.now()
    for (const n of [1, 2, 3]) clockIn(n)
    await world.run(began + 10 * minute)
    clockIn(3)
    await world.run(began + hour + 10 * second)
    expect(throttledAt).toHaveLength(2)
    const { id, at } = clockIn(4)
    await world.run(world.now() + 5 * second)
    expect(takenAt.get(id)).toBe(at)
  })

  test('is one person, however often they are tried while nobody else comes', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const people = new Set([aClockIn(1, utc(world.now())).subject])
    const { takenAt, throttledAt, clockIn } = throttling(world, people, 429)
    const began = world.now()
    clockIn(1)
    await world.run(began + 8 * hour + second)
    expect(throttledAt).toHaveLength(9)
    const { id } = clockIn(2)
    await world.run(world.now() + minute)
    expect(takenAt.has(id)).toBe(true)
  })

  test('is tried after all others, where those waited until it is known whether they are taken', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const four = [1, 2, 3, 4]
    const people = new Set(four.map((n) => aClockIn(n, utc(world.now())).subject))
    const { takenAt, clockIn } = throttling(world, people, 429)
    const began = world.now()
    for (const n of four) {
      clockIn(n)
      await world.run(world.now() + 61 * second)
    }
    // The pause of the first of them is over, and that of the last is not.
    await world.run(began + 62 * minute)
    const others = [11, 12, 13].map(clockIn)
    await world.run(began + 70 * minute)
    expect(others.filter(({ id }) => !takenAt.has(id))).toEqual([])
  })

  test('is followed by one alone, and once that is taken by several at once', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    let underWay = 0
    const most: number[] = []
    world.receiver('payroll').behaveAs((response) => {
      most.push(++underWay)
      setTimeout(() => {
        underWay--
        const isFirst = most.length === 1
        response.writeHead(isFirst ? 429 : 204, isFirst ? { 'retry-after': '30' } : {}).end()
      }, 30)
    })
    world.publish(aClockIn(1, utc(world.now())))
    await world.run(world.now() + second)
    for (let n = 2; n <= 9; n++) world.publish(aClockIn(n, utc(world.now())))
    await world.run(world.now() + minute)
    expect(most.slice(0, 3)).toEqual([1, 1, 1])
    expect(Math.max(...most)).toBeGreaterThan(4)
  })
})

describe('an endpoint that throttles everybody', () => {
  test('has three requests more than it asked for, and then one in each of its pauses', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const all = new Set(thirty.map((n) => aClockIn(n, utc(world.now())).subject))
    const { throttledAt, clockIn } = throttling(world, all, 429)
    const began = world.now()
    clockIn(1)
    await world.run(began + 30 * second)
    for (const n of thirty.slice(1)) clockIn(n)
    await world.run(began + 3.5 * hour)
    const after = throttledAt.map((at) => Math.round((at - began) / minute))
    expect(after).toEqual([0, 1, 2, 3, 63, 123, 183])
  })

  test('at once is believed at once', async ({ start }) => {
    const world = await start({ name: 'payroll' })
    const all = new Set(thirty.map((n) => aClockIn(n, utc(world.now())).subject))
    const { throttledAt, clockIn } = throttling(world, all, 429)
    const began = world.now()
    for (const n of thirty) clockIn(n)
    await world.run(began + 3.5 * hour)
    const after = throttledAt.map((at) => Math.round((at - began) / minute))
    expect(after).toEqual([...Array(8).fill(0), 60, 120, 180])
  })

  test('for most of each hour is asked for little in that, and has all in the end', async ({
    start,
  }) => {
    const world = await start({ name: 'payroll' })
    const { received, refused, behaveAs } = world.receiver('payroll')
    const began = world.now()
    const takenIn = new Map<number, number>()
    behaveAs((response) => {
      const inHour = Math.floor((world.now() - began) / hour)
      const taken = takenIn.get(inHour) ?? 0
      if (taken >= 20) {
        const left = Math.ceil((began + (inHour + 1) * hour - world.now()) / second)
        return void response.writeHead(429, { 'retry-after': String(left) }).end()
      }
      takenIn.set(inHour, taken + 1)
      response.writeHead(204).end()
    })
    for (let n = 1; n <= 70; n++) world.publish(aClockIn(n, utc(world.now())))
    await world.run(began + 4 * hour)
    expect(received).toHaveLength(70)
    // Those that were under way, and three that ask whether others are taken.
    expect(refused.length).toBeLessThanOrEqual(3 * (8 + 3))
  })
})
