import { expect, test } from 'vitest'
import * as z from 'zod'
import { answerTo } from '../../bench/organisation/answers.ts'
import { clockingOf, employeeIdOf, midnightOf, times } from '../../bench/organisation/day.ts'
import { hour, minute, utc } from '../../lib/attendance/moments.ts'
import { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { Employee } from '../../lib/workforce/contract/employee.ts'
import { operations } from '../../lib/workforce/contract/operations.ts'

const employees = 250
const continuationToken = z.string().nullable()
const Clockings = z.object({ items: z.array(Clocking), continuationToken })
const Employees = z.object({ items: z.array(Employee), continuationToken })

/** What is shown of an employee's last day when they are asked at a moment. */
const askedAt = (moment: number, employee = 7) => {
  const filters = {
    employeeId: employeeIdOf(employee),
    from: utc(moment - 24 * hour),
    to: utc(moment),
  }
  const body = JSON.stringify({ filters })
  return Clockings.parse(answerTo(employees, operations.clockings.path, body)).items
}

const midnight = midnightOf(3)

test('a clocking is open from its start to its end, and is shown for a day after it', () => {
  const { id, start, end } = clockingOf(7, 3)
  const begun = Date.parse(start)
  const ended = Date.parse(end ?? '')
  const shown = (moment: number) => askedAt(moment).find((clocking) => clocking.id === id)
  expect(shown(begun - 1_000)).toBeUndefined()
  expect(shown(begun)).toMatchObject({ start, end: null, breaks: [] })
  expect(shown(ended - 1_000)).toMatchObject({ end: null })
  expect(shown(ended)).toEqual(clockingOf(7, 3))
  expect(shown(ended + 24 * hour)).toEqual(clockingOf(7, 3))
  expect(shown(ended + 24 * hour + 1_000)).toBeUndefined()
})

test('a break is open from its start to its end', () => {
  const [one] = clockingOf(7, 3).breaks
  const [begun, ended] = [Date.parse(one?.start ?? ''), Date.parse(one?.end ?? '')]
  const shown = (moment: number) => askedAt(moment).at(-1)?.breaks
  expect(shown(begun - 1_000)).toEqual([])
  expect(shown(ended - 1_000)).toEqual([{ ...one, end: null }])
  expect(shown(ended)).toEqual([one])
})

test('before the shift the day before is shown', () => {
  expect(askedAt(midnight + 6 * hour)).toEqual([clockingOf(7, 2)])
})

test('everyone clocks in and out within the time for it, and not all at once', () => {
  const days = Array.from({ length: employees }, (_, employee) => clockingOf(employee, 3))
  const starts = days.map(({ start }) => Date.parse(start) - midnight)
  const ends = days.map(({ end }) => Date.parse(end ?? '') - midnight)
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(times.shiftStart)
  expect(Math.max(...starts)).toBeLessThan(times.shiftStart + 5 * minute)
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(times.shiftEnd)
  expect(Math.max(...ends)).toBeLessThan(times.shiftEnd + minute)
  expect(new Set(starts).size).toBeGreaterThan(100)
})

test('the roster comes in pages, everyone once', () => {
  const ids: string[] = []
  let token: string | null = null
  do {
    const body = JSON.stringify({ continuationToken: token })
    const page = Employees.parse(answerTo(employees, operations.employees.path, body))
    expect(page.items.length).toBeLessThanOrEqual(100)
    ids.push(...page.items.map(({ id }) => id))
    token = page.continuationToken
  } while (token !== null)
  expect(ids).toEqual(Array.from({ length: employees }, (_, employee) => employeeIdOf(employee)))
})
