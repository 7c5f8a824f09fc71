import { expect, test } from 'vitest'
import { aClocking, anId, aSnapshot, nameless, rules } from '../harness/builders.ts'
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

test('what may have been shown in between, without an id, must be missing from two answers after that', () => {
  const employee = employeePoller()
  const poll = (time: string, answer: Parameters<typeof aSnapshot>[1]) =>
    outline(employee.poll(at(time), aSnapshot(at(time), answer)))
  poll('18:00', shown)
  expect(poll('18:20', {})).toEqual([])
  expect(poll('18:40', { unread: [nameless(1)] })).toEqual([])
  expect(poll('19:00', {})).toEqual([])
  expect(poll('19:09', {})).toEqual([])
  expect(poll('19:10', {})).toHaveLength(1)
})

test('of what may be shown without an id nobody is told that it lasts too long', () => {
  const watching = rules({ attention: { ...rules().attention, clockingLongerThanHours: 14 } })
  const employee = employeePoller(undefined, watching)
  const open = aClocking({ start: '2026-11-18T06:00:00Z', end: null })
  const poll = (time: string, answer: Parameters<typeof aSnapshot>[1]) =>
    outline(employee.poll(at(time), aSnapshot(at(time), answer)))
  expect(poll('18:00', { clockings: [open] })).toHaveLength(1)
  expect(poll('21:00', { unread: [nameless(1)] })).toEqual([])
  expect(poll('21:20', { clockings: [open] })).toEqual(['clocking-overdue 2026-11-18T20:00:00Z'])
})
