import { describe, expect, test } from 'vitest'
import { createPacedSystem, people } from './paced-system.ts'

describe('people whom the API always throttles', () => {
  test.each([3, 6, 15])(
    '%i of 30, who are to wait for minutes, hold up nobody else',
    async (bad) => {
      const system = await createPacedSystem({
        people: 30,
        behave: ({ n, operation, minutes }) =>
          n <= bad && operation === 'clockings' && minutes > 5
            ? { status: 429, retryAfter: 300 }
            : undefined,
      })
      await system.runMinutes(60)
      expect(system.longestGap(people(bad + 1, 30), 6)).toBeLessThan(10)
      expect(system.longestGap(people(bad + 1, 30), 30)).toBeLessThan(3)
    },
  )

  test('hold up nobody else either once everyone was', async () => {
    const isBad = (n: number) => n <= 3
    const system = await createPacedSystem({
      people: 30,
      behave: ({ n, operation, minutes }) =>
        operation === 'clockings' && minutes > 5 && (minutes < 8 || isBad(n))
          ? { status: 429, retryAfter: 300 }
          : undefined,
    })
    await system.runMinutes(60)
    expect(system.longestGap(people(4, 30), 8)).toBeLessThan(15)
    expect(system.longestGap(people(4, 30), 30)).toBeLessThan(3)
  })

  test.each(['clockings', 'absences'] as const)(
    'three of 30, in %s, do not lower the rate for long',
    async (kind) => {
      const system = await createPacedSystem({
        people: 30,
        behave: ({ n, operation, minutes }) =>
          n <= 3 && operation === kind && minutes > 5 ? { status: 429 } : undefined,
      })
      await system.runMinutes(75)
      expect(Math.min(...system.rates)).toBeGreaterThan(2)
      expect(Math.min(...system.rates.slice(45))).toBeGreaterThan(5)
      expect(system.longestGap(people(4, 30), 10)).toBeLessThan(5)
    },
  )

  test('three in each of four shards do not lower it for long either', async () => {
    const system = await createPacedSystem({
      people: 60,
      shardSize: 15,
      behave: ({ n, operation, minutes }) =>
        n % 15 < 3 && operation === 'clockings' && minutes > 5
          ? { status: 429, retryAfter: 120 }
          : undefined,
    })
    await system.runMinutes(75)
    expect(Math.min(...system.rates.slice(45))).toBeGreaterThan(5)
    const well = people(1, 60).filter((n) => n % 15 >= 3)
    expect(system.longestGap(well, 10)).toBeLessThan(5)
  })

  test('everyone, for a while, lower it, and are all asked about again soon after', async () => {
    const system = await createPacedSystem({
      people: 30,
      behave: ({ minutes }) => (minutes > 5 && minutes < 20 ? { status: 429 } : undefined),
    })
    await system.runMinutes(40)
    expect(Math.min(...system.rates)).toBeLessThan(3)
    expect(system.longestGap(people(1, 30), 20)).toBeLessThan(10)
  })
})
