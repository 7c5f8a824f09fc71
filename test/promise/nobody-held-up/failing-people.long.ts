import { describe, expect } from 'vitest'
import { allComeIn, numberOf, numbers, publishedOf } from '../support/arrivals.ts'
import { clock, personId } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

/** Polls every minute. @returns how often each of some people was asked */
const asksIn = async (system: System, minutes: number, people: number[]): Promise<number[]> => {
  system.api.asked()
  for (let minute = 0; minute < minutes; minute++) await system.pollAfter(1)
  const asked = system.api.asked()
  return people.map(
    (n) =>
      asked.filter(({ of, employeeId }) => of === 'clockings' && employeeId === personId(n)).length,
  )
}

describe('people whom the API answers with 500', () => {
  test('hold up nobody else, even where they are 14 and the first in the order', async ({
    start,
  }) => {
    const system = await allComeIn(start, 80, { concurrentCalls: 4 })
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 14, status: 500 })
    await system.pollAfter(1, 0.5)
    expect(await publishedOf(system)).toEqual(numbers(15, 80))
  })
})

describe('people of whom more than half fail for ever', () => {
  test.for([403, 404, 500])('with %d hold up nobody else', async (status, { start }) => {
    const system = await allComeIn(start, 18, { concurrentCalls: 18 })
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 12, status })
    await system.pollAfter(1)
    expect(await publishedOf(system)).toEqual(numbers(13, 18))
    expect(system.sum('PollsFailed')).toBe(1)
    // From then on they are in nobody's way.
    clock(system.world, 18, { start: '2026-11-16T09:02:00Z', end: '2026-11-16T09:03:00Z' })
    await system.pollAt('2026-11-16T09:04:00Z')
    expect(await publishedOf(system)).toEqual([18, 18])
    expect(system.sum('PollsFailed')).toBe(1)
  })
})

describe('people whom the API refuses', () => {
  test('for ever are asked ever more seldom, after the others, and counted with their age', async ({
    start,
  }) => {
    const system = await allComeIn(start, 12)
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 2, status: 403 })
    const [first = 0, second = 0, third = 0] = await asksIn(system, 65, [1, 2, 3])
    // After 1, 2, 4, 8, 16 and then every 30 minutes.
    expect(first).toBeLessThanOrEqual(9)
    expect(first).toBeGreaterThanOrEqual(5)
    expect(second).toBeLessThanOrEqual(9)
    expect(third).toBeGreaterThanOrEqual(65)
    expect(await publishedOf(system)).toEqual(numbers(3, 12))
    expect(Math.max(...system.figures('OldestBehindAge'))).toBeGreaterThanOrEqual(60 * 60)
    expect(Math.max(...system.figures('EmployeesBehind'))).toBe(2)
  })

  test('are asked last', async ({ start }) => {
    const system = await allComeIn(start, 12)
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 2, status: 403 })
    await system.pollAfter(1)
    system.api.asked()
    await system.pollAfter(1)
    const order = system.api
      .asked()
      .flatMap(({ of, employeeId }) => (of === 'clockings' ? [numberOf(employeeId)] : []))
    expect(order.slice(-2).sort((a, b) => a - b)).toEqual([1, 2])
  })

  test('catch up within half an hour once they can be asked', async ({ start }) => {
    const system = await allComeIn(start, 12)
    const over = system.api.trouble({
      on: ({ employeeId }) => numberOf(employeeId) <= 2,
      status: 403,
    })
    await system.pollAfter(...Array<number>(40).fill(5))
    expect(await publishedOf(system)).toEqual(numbers(3, 12))
    over()
    await system.pollAfter(...Array<number>(6).fill(5))
    expect(await publishedOf(system)).toEqual([1, 2])
    const { length } = system.figures('OldestBehindAge')
    expect(length).toBeGreaterThan(0)
    await system.pollAfter(1)
    expect(
      system
        .figures('OldestBehindAge')
        .slice(length)
        .every((age) => age === 0),
    ).toBe(true)
  })

  test.for([3, 9])(
    'together, all %d of a shard, are asked again at once when the API is back',
    async (count, { start }) => {
      const system = await allComeIn(start, count)
      const over = system.api.trouble({ on: ({ employeeId }) => employeeId !== null, status: 403 })
      await system.pollAfter(...Array<number>(40).fill(5))
      expect(system.sum('PollsFailed')).toBe(40)
      over()
      await system.pollAfter(1)
      expect(await publishedOf(system)).toEqual(numbers(1, count))
    },
  )

  test('although everyone is refused, as in a shard of two, are each behind for themselves', async ({
    start,
  }) => {
    const system = await allComeIn(start, 2)
    const over = system.api.trouble({ on: ({ employeeId }) => employeeId !== null, status: 403 })
    await system.pollAfter(1, 1)
    over()
    await system.pollAfter(31)
    expect(await publishedOf(system)).toEqual([1, 2])
  })
})

test.for([1, 2, 12])(
  'all %d of a shard are asked again at once when the token endpoint is back, whatever it answered',
  async (count, { start }) => {
    const system = await allComeIn(start, count)
    const over = system.api.trouble({ on: ({ of }) => of === 'token', status: 404 })
    system.restart()
    await system.pollAfter(...Array<number>(12).fill(5))
    expect(system.sum('PollsFailed')).toBe(12)
    expect(system.sum('EmployeesBehind')).toBe(0)
    over()
    await system.pollAfter(1)
    expect(await publishedOf(system)).toEqual(numbers(1, count))
  },
)

test('the order in which people are asked changes from poll to poll', async ({ start }) => {
  const system = await allComeIn(start, 40)
  const orders = new Set<string>()
  for (let time = 0; time < 4; time++) {
    await system.pollAfter(1)
    const asked = system.api.asked().filter(({ of }) => of === 'clockings')
    orders.add(asked.map(({ employeeId }) => numberOf(employeeId)).join())
  }
  expect(orders.size).toBeGreaterThan(1)
})
