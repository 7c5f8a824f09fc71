import { expect, test } from 'vitest'
import { changesSince, type Known } from '../../bench/plain-poller/changes.ts'
import { aBreak, aClocking } from '../harness/builders.ts'

const knowing = (...clockings: Known[string][]): Known =>
  Object.fromEntries(clockings.map((each) => [each.id, each]))
const typesOf = (...args: Parameters<typeof changesSince>) =>
  changesSince(...args).map(({ type, time }) => [type, time])

const open = aClocking({ end: null })
const closed = aClocking({ breaks: [aBreak()] })

test('a whole shift between two polls is told in order', () => {
  expect(typesOf({}, [closed])).toEqual([
    ['attendance.clocked-in', closed.start],
    ['attendance.break-started', aBreak().start],
    ['attendance.break-ended', aBreak().end],
    ['attendance.clocked-out', closed.end],
  ])
})

test('only what is new is told', () => {
  expect(typesOf(knowing(open), [closed])).toEqual([
    ['attendance.break-started', aBreak().start],
    ['attendance.break-ended', aBreak().end],
    ['attendance.clocked-out', closed.end],
  ])
  expect(typesOf(knowing(closed), [closed])).toEqual([])
})

test('what is told again has the same id', () => {
  const ids = () => changesSince({}, [closed]).map(({ id }) => id)
  expect(ids()).toEqual(ids())
  expect(new Set(ids()).size).toBe(4)
})
