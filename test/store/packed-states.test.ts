import { expect, test } from 'vitest'
import { packedBytes, packStates, unpackStates } from '../../lib/store/packing.ts'
import { aBreak, aClocking, aHoliday, anId, aSnapshot, aState } from '../harness/builders.ts'
import { employeePoller } from '../harness/employee-poller.ts'

const people = Array.from({ length: 60 }, (_, n) => aState({ employeeId: anId(n + 1) }))

test.each([0, 1, 25, 26, 60])('%i states come back as they were, in their order', (count) => {
  const states = people.slice(0, count)
  expect(unpackStates(packStates(states))).toEqual(states)
})

test('so does one of whom much is known', () => {
  const employee = employeePoller()
  const at = '2026-11-18T18:00:00Z'
  employee.poll(
    at,
    aSnapshot(at, { clockings: [aClocking({ breaks: [aBreak()] })], absences: [aHoliday()] }),
  )
  expect(unpackStates(packStates([employee.state]))).toEqual([employee.state])
})

test('people who are alike take a tenth of their JSON', () => {
  expect(packedBytes(packStates(people))).toBeLessThan(JSON.stringify(people).length / 10)
})

test('nothing is kept in memory beside what is counted', () => {
  const parts = packStates(people)
  const held = parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
  expect(held).toBe(packedBytes(parts))
})
