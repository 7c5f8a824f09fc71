import { expect, test } from 'vitest'
import { aClocking, anId, aSnapshot } from '../harness/builders.ts'
import { employeePoller, outline } from '../harness/employee-poller.ts'

const at = (time: string) => `2026-11-18T${time}:00Z`
const shown = { clockings: [aClocking()] }

/** Somebody whose clocking was told as removed, and is shown again by one answer. */
const backOnce = () => {
  const employee = employeePoller()
  const poll = (time: string, answer: Parameters<typeof aSnapshot>[1], isWide = true) => {
    const snapshot = aSnapshot(at(time), answer)
    const clockings = { ...snapshot.clockings, isWide }
    return outline(employee.poll(at(time), { ...snapshot, clockings }))
  }
  poll('18:00', shown)
  poll('18:20', {})
  expect(poll('18:40', {})).toHaveLength(1)
  expect(poll('19:00', shown)).toEqual([])
  return poll
}

test('an answer that cannot read it leaves the doubt whether it is back', () => {
  const poll = backOnce()
  expect(poll('19:10', { unread: [anId(1, 1)] })).toEqual([])
  expect(poll('19:20', shown)).toHaveLength(2)
})

test('an answer that was not looked for everywhere leaves the doubt whether it is back', () => {
  const poll = backOnce()
  expect(poll('19:10', {}, false)).toEqual([])
  expect(poll('19:20', shown)).toHaveLength(2)
})

test('what is nowhere to be found is gone as before', () => {
  const poll = backOnce()
  expect(poll('19:10', {})).toEqual([])
  expect(poll('19:20', shown)).toEqual([])
})
