import { describe, expect, test } from 'vitest'
import { clock, employ, holiday, personId, watch } from './support/people.ts'
import { type System, useSystems } from './support/system.ts'

const { start } = useSystems()

const numberOf = (employeeId: string | null): number => Number(employeeId?.slice(-12))

/** So many people, of whom everybody clocks in at nine. */
const allComeIn = async (count: number, polling = {}): Promise<System> => {
  const system = await start({ now: '2026-11-16T08:00:00Z', polling })
  await watch(system, count)
  for (let n = 1; n <= count; n++)
    clock(system.world, n, { start: '2026-11-16T09:00:00Z', end: null })
  system.clock.set('2026-11-16T09:00:30Z')
  system.api.asked()
  return system
}

const toldOf = async (system: System): Promise<number[]> =>
  (await system.events()).map(({ subject }) => numberOf(subject)).sort((a, b) => a - b)

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)

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
  test('hold up nobody else, even where they are 14 and the first in the order', async () => {
    const system = await allComeIn(80, { concurrentCalls: 4 })
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 14, status: 500 })
    await system.pollAfter(1, 1, 1)
    expect(await toldOf(system)).toEqual(numbers(15, 80))
  })
})

describe('people whom the API refuses', () => {
  test('for ever are asked ever more seldom, after the others, and counted with their age', async () => {
    const system = await allComeIn(12)
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 2, status: 403 })
    const [first = 0, second = 0, third = 0] = await asksIn(system, 100, [1, 2, 3])
    // After 1, 2, 4, 8, 16 and then every 30 minutes.
    expect(first).toBeLessThanOrEqual(12)
    expect(first).toBeGreaterThanOrEqual(5)
    expect(second).toBeLessThanOrEqual(12)
    expect(third).toBeGreaterThanOrEqual(100)
    expect(await toldOf(system)).toEqual(numbers(3, 12))
    expect(Math.max(...system.figures('OldestBehindAge'))).toBeGreaterThanOrEqual(95 * 60)
    expect(Math.max(...system.figures('EmployeesBehind'))).toBe(2)
  })

  test('are asked last', async () => {
    const system = await allComeIn(12)
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) <= 2, status: 403 })
    await system.pollAfter(1)
    system.api.asked()
    await system.pollAfter(1)
    const order = system.api
      .asked()
      .flatMap(({ of, employeeId }) => (of === 'clockings' ? [numberOf(employeeId)] : []))
    expect(order.slice(-2).sort((a, b) => a - b)).toEqual([1, 2])
  })

  test('catch up within half an hour once they can be asked', async () => {
    const system = await allComeIn(12)
    const over = system.api.trouble({
      on: ({ employeeId }) => numberOf(employeeId) <= 2,
      status: 403,
    })
    await system.pollAfter(...Array<number>(40).fill(5))
    expect(await toldOf(system)).toEqual(numbers(3, 12))
    over()
    await system.pollAfter(...Array<number>(6).fill(5))
    expect(await toldOf(system)).toEqual([1, 2])
    system.figures('OldestBehindAge')
    await system.pollAfter(1)
    expect(system.figures('OldestBehindAge').at(-1)).toBe(0)
  })

  test('although everyone is refused, as in a shard of two, are each behind for themselves', async () => {
    const system = await allComeIn(2)
    const over = system.api.trouble({ on: ({ employeeId }) => employeeId !== null, status: 403 })
    await system.pollAfter(1, 1)
    over()
    await system.pollAfter(31)
    expect(await toldOf(system)).toEqual([1, 2])
  })
})

test('the order in which people are asked changes from poll to poll', async () => {
  const system = await allComeIn(40)
  const orders = new Set<string>()
  for (let time = 0; time < 4; time++) {
    await system.pollAfter(1)
    const asked = system.api.asked().filter(({ of }) => of === 'clockings')
    orders.add(asked.map(({ employeeId }) => numberOf(employeeId)).join())
  }
  expect(orders.size).toBeGreaterThan(1)
})

describe('throttling', () => {
  test('of one person alone holds up nobody else', async () => {
    const system = await allComeIn(60)
    system.api.trouble({
      on: ({ employeeId }) => numberOf(employeeId) === 1,
      status: 429,
      retryAfter: 1,
    })
    await system.pollAfter(1)
    expect(await toldOf(system)).toEqual(numbers(2, 60))
  })

  test('of one person who is throttled without being told how long holds up nobody else', async () => {
    const system = await allComeIn(20)
    system.api.trouble({ on: ({ employeeId }) => numberOf(employeeId) === 1, status: 429 })
    await system.pollAfter(1)
    expect(await toldOf(system)).toEqual(numbers(2, 20))
    expect(system.sum('EmployeesBehind')).toBe(1)
  })

  test('of everyone holds up the poll, loses nothing and counts nobody as failing', async () => {
    const system = await allComeIn(30)
    const over = system.api.trouble({
      on: ({ employeeId }) => employeeId !== null,
      status: 429,
      retryAfter: 300,
    })
    await system.pollAfter(1)
    expect(await toldOf(system)).toEqual([])
    over()
    system.restart()
    await system.pollAfter(1)
    expect(await toldOf(system)).toEqual(numbers(1, 30))
  })
})

describe('absences that are refused', () => {
  const whereAbsences = (of: (n: number) => boolean, status: number) => ({
    on: (asked: { of: string; employeeId: string | null }) =>
      asked.of === 'absences' && of(numberOf(asked.employeeId)),
    status,
  })

  test.each([403, 500])(
    'to everyone, with %i, hold up no clocking, and are counted',
    async (status) => {
      const system = await allComeIn(12)
      const over = system.api.trouble(whereAbsences(() => true, status))
      holiday(system.world, 1, '2026-11-16', '2026-11-18')
      await system.pollAfter(16)
      expect(await toldOf(system)).toEqual(numbers(1, 12))
      clock(system.world, 3, { id: personId(501), start: '2026-11-16T09:20:00Z', end: null })
      await system.pollAfter(16)
      expect(await system.told()).toEqual(['3 clocked-in 2026-11-16T09:20:00Z'])
      if (status === 403) expect(Math.max(...system.figures('AbsencesBehind'))).toBe(12)
      over()
      await system.pollAfter(31)
      expect(await system.told()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
    },
  )

  test('to one person hold up neither their clockings nor the absences of others', async () => {
    const system = await allComeIn(12)
    system.api.trouble(whereAbsences((n) => n === 1, 403))
    holiday(system.world, 1, '2026-11-16', '2026-11-18')
    holiday(system.world, 2, '2026-11-16', '2026-11-18')
    await system.pollAfter(16)
    expect(await toldOf(system)).toEqual([1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(Math.max(...system.figures('AbsencesBehind'))).toBe(1)
    expect(Math.max(0, ...system.figures('EmployeesBehind'))).toBe(0)
  })

  test('to a newcomer do not keep their clockings from being told', async () => {
    const system = await allComeIn(12)
    system.api.trouble(whereAbsences((n) => n === 20, 403))
    employ(system.world, 20)
    clock(system.world, 20, { start: '2026-11-16T09:00:00Z', end: null })
    await system.refresh()
    await system.pollAfter(1)
    expect(await toldOf(system)).toContain(20)
    const lines = system.history.map(({ type, subject }) => `${numberOf(subject)} ${type}`)
    expect(lines).toContain('20 attendance.clocked-in')
  })
})
