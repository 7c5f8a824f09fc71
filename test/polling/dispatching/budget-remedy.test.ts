import { expect, test } from 'vitest'
import { remedyFor } from '../../../lib/polling/dispatching/budget-remedy.ts'
import { type Capacity, loadOf } from '../../../lib/polling/dispatching/capacity.ts'

const intervals = { clockingsEverySeconds: 60, absencesEverySeconds: 900 }
const usual = { latency: 200, concurrentPolls: 2, concurrentCalls: 20 }
const demandOf = (employees: number, shards = Math.ceil(employees / 250)) => ({
  shards,
  clockings: employees,
  absences: employees,
})

/** How much of the time a roster needs where one setting has another value. */
const loadWith = (employees: number, capacity: Capacity, setting: string, value: number) => {
  const [, name = ''] = setting.split('.')
  return loadOf(
    demandOf(employees),
    { ...capacity, [name]: value },
    { ...intervals, [name]: value },
  )
}

test.each([
  { employees: 3_000, capacity: { ...usual, requestsPerSecond: 30 }, of: 'requestsPerSecond' },
  {
    employees: 20_000,
    capacity: { ...usual, requestsPerSecond: 500 },
    of: 'concurrentPolls',
  },
  {
    employees: 80_000,
    capacity: { ...usual, requestsPerSecond: 1_000, concurrentPolls: 20 },
    of: 'clockingsEverySeconds',
  },
  {
    employees: 5_000,
    capacity: { ...usual, requestsPerSecond: 200, concurrentCalls: 5 },
    of: 'concurrentCalls',
  },
])('$employees employees are served by the least $of that does', ({ employees, capacity, of }) => {
  const remedy = remedyFor(demandOf(employees), capacity, capacity.requestsPerSecond, intervals)
  expect(remedy?.setting).toMatch(new RegExp(`\\.${of}$`))
  const { setting, value } = remedy ?? { setting: '', value: 0 }
  const step = of === 'clockingsEverySeconds' ? 60 : 1
  expect(loadWith(employees, capacity, setting, value)).toBeLessThanOrEqual(1)
  expect(loadWith(employees, capacity, setting, value - step)).toBeGreaterThan(1)
})

test('of an API that takes less than is allowed no more is asked for', () => {
  const capacity = { ...usual, requestsPerSecond: 30 }
  const remedy = remedyFor(demandOf(3_000), capacity, 100, intervals)
  expect(remedy).toEqual({ setting: 'polling.clockingsEverySeconds', value: 180 })
})

test('below a minute seconds are enough', () => {
  const often = { ...intervals, clockingsEverySeconds: 20 }
  const capacity = { ...usual, requestsPerSecond: 30 }
  const remedy = remedyFor(demandOf(750), capacity, 100, often)
  expect(remedy).toEqual({ setting: 'polling.clockingsEverySeconds', value: 29 })
})

test('there is none where no setting alone would do', () => {
  const capacity = { ...usual, requestsPerSecond: 1 }
  expect(remedyFor(demandOf(3_000_000), capacity, 1, intervals)).toBeNull()
})
