import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { burstLasts, clockInsShown, truthOfBurst } from '../../bench/burst/clock-ins.ts'
import { burstFigures, mostInASecond } from '../../bench/burst/figures.ts'
import { backToUsual, worst } from '../../bench/burst/freshness.ts'
import { watchCores } from '../../bench/measuring/usage.ts'
import { Clocking } from '../../lib/workforce/contract/clocking.ts'

const begin = Date.parse('2026-11-20T08:00:00Z')
const burst = { employees: 1_000, clockIns: 200 }

describe('a burst', () => {
  const truth = truthOfBurst(burst, begin)
  const shown = clockInsShown(burst)
  const everyone = Array.from({ length: burst.employees }, (_, employee) => employee)

  test('is as many who clock in as are asked for, within a minute and all over the roster', () => {
    expect(new Set(truth.map(({ key }) => key)).size).toBe(200)
    const times = truth.map(({ time }) => Date.parse(time) - begin)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...times)).toBeLessThan(burstLasts)
    const who = everyone.filter((employee) => shown(employee, begin, begin + burstLasts).length > 0)
    expect(who).toHaveLength(200)
    for (const shard of [0, 250, 500, 750])
      expect(who.filter((employee) => employee >= shard && employee < shard + 250)).toHaveLength(50)
  })

  test('is shown by the API as it happens, and not before it is told to begin', () => {
    const at = (moment: number) => everyone.flatMap((employee) => shown(employee, begin, moment))
    const half = begin + burstLasts / 2
    const happened = truth.filter(({ time }) => Date.parse(time) <= half)
    expect(
      at(half)
        .map(({ id }) => `attendance.clocked-in ${id}`)
        .toSorted(),
    ).toEqual(happened.map(({ key }) => key).toSorted())
    expect(happened.length).toBeGreaterThan(50)
    expect(at(half).every((clocking) => Clocking.safeParse(clocking).success)).toBe(true)
    expect(everyone.flatMap((employee) => shown(employee, null, half))).toEqual([])
  })

  test('is compared with what SNS took: what is lost, invented or repeated, and how late the rest is', () => {
    const [one, two, three] = truth.map(({ key, time }) => ({ key, at: Date.parse(time) + 2_000 }))
    if (one === undefined || two === undefined || three === undefined) throw new Error('no truth')
    const invented = { key: 'attendance.clocked-in nobody', at: begin }
    const late = { ...three, at: three.at + 7_000 }
    expect(burstFigures(truth.slice(0, 4), [one, two, two, late, invented])).toMatchObject({
      due: 4,
      told: 4,
      missed: 1,
      invented: 1,
      repeated: 1,
      delayP50: 2_000,
      delayMost: 9_000,
      lastAt: Math.max(late.at, one.at, two.at),
    })
  })
})

test('busy cores are told from CPU and time, by part', async () => {
  const used = [
    { pollers: 1_000, 'the API': 0 },
    { pollers: 1_050, 'the API': 10 },
  ]
  const looks = [...used]
  const began = performance.now()
  const busySince = await watchCores(() => Promise.resolve(looks.shift() ?? {}))
  await delay(50)
  const { byPart, of } = await busySince()
  const longest = performance.now() - began
  expect(of).toBeGreaterThan(0)
  expect(byPart['pollers']).toBeGreaterThanOrEqual(50 / longest)
  expect(byPart['pollers']).toBeLessThan(1.1)
  expect(byPart['the API']).toBeCloseTo((byPart['pollers'] ?? 0) / 5)
})

test('the fullest second is found wherever it begins', () => {
  expect(mostInASecond([])).toBe(0)
  expect(mostInASecond([2_100, 900, 1_000, 1_899, 1_900])).toBe(3)
})

test('the age of the oldest is as usual again once it is for good', () => {
  const ages = [60, 62, 90, 61, 80, 65, 64].map((oldest, at) => ({ at, oldest }))
  expect(worst(ages, 0, 2)).toBe(62)
  expect(backToUsual(ages, 62, 2)).toBe(4)
  expect(backToUsual(ages, 90, 2)).toBe(2)
})
