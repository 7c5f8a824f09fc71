import { describe, expect } from 'vitest'
import { allComeIn, numberOf, numbers, publishedOf } from '../support/arrivals.ts'
import { test } from '../support/system.ts'

describe('throttling', () => {
  test('of one person alone holds up nobody else', async ({ start }) => {
    const system = await allComeIn(start, 60)
    system.api.trouble({
      on: ({ employeeId }) => numberOf(employeeId) === 1,
      status: 429,
      retryAfter: 1,
    })
    await system.pollAfter(1)
    expect(await publishedOf(system)).toEqual(numbers(2, 60))
  })

  test('of one person who is throttled without being told how long holds up nobody else', async ({
    start,
  }) => {
    const system = await allComeIn(start, 20)
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) === 1, status: 429 })
    await system.pollAfter(1)
    expect(await publishedOf(system)).toEqual(numbers(2, 20))
    expect(system.sum('EmployeesBehind')).toBe(1)
  })

  test('of everyone holds up the poll, loses nothing and counts nobody as failing', async ({
    start,
  }) => {
    const system = await allComeIn(start, 30)
    const over = system.api.trouble({
      on: ({ employeeId }) => employeeId !== null,
      status: 429,
      retryAfter: 300,
    })
    await system.pollAfter(1)
    expect(await publishedOf(system)).toEqual([])
    over()
    system.restart()
    await system.pollAfter(1)
    expect(await publishedOf(system)).toEqual(numbers(1, 30))
  })
})
