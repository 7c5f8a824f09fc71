import { expect, test } from 'vitest'
import {
  contentOfMark,
  isNameless,
  markOf,
  numberedMarks,
  timesMarkOf,
  timesOfMark,
} from '../../lib/workforce/nameless.ts'
import { anId } from '../harness/builders.ts'

test('a record without an id goes by its content', () => {
  expect(markOf({ start: 'soon' })).toBe(markOf({ start: 'soon' }))
  expect(markOf({ start: 'soon' })).not.toBe(markOf({ start: 'later' }))
  expect(markOf(null)).not.toBe(markOf({}))
})

test('a mark is told from an id, whatever the record is', () => {
  let deep: unknown = 0
  for (let n = 0; n < 100_000; n++) deep = [deep]
  for (const record of [{}, null, undefined, 'x', deep])
    expect(isNameless(markOf(record))).toBe(true)
  expect(isNameless(anId(1))).toBe(false)
})

test('a mark says which records have the same times, in whatever spelling, where these can be read', () => {
  const known = { start: '2026-11-18T08:00:00Z', end: '2026-11-18T16:00:00.000Z' }
  const times = timesMarkOf(known)
  const [mark] = numberedMarks([
    markOf({ id: null, note: 'x', start: '2026-11-18T09:00:00+01:00', end: '2026-11-18T16:00:00' }),
  ])
  expect(times).not.toBeNull()
  expect(timesOfMark(mark ?? '')).toBe(times)
  expect(timesMarkOf({ ...known, end: null })).not.toBe(times)
  const on = (date: unknown) => ({ $type: 'LocalDate', date })
  const absence = timesMarkOf({ start: on('2026-11-18'), end: null })
  expect(timesOfMark(markOf({ start: on('2026-11-18'), end: null }))).toBe(absence)
  expect(timesMarkOf({ start: on('2026-11-18'), end: on('2026-11-18') })).not.toBe(absence)
  for (const unreadable of [
    null,
    'x',
    {},
    { start: known.start },
    { ...known, start: 'soon' },
    { ...known, start: { at: known.start } },
    { ...known, end: 7 },
    { ...known, end: undefined },
    { start: on(20261118), end: null },
  ]) {
    expect(timesMarkOf(unreadable)).toBeNull()
    expect(timesOfMark(markOf(unreadable))).toBeNull()
  }
})

test('marks of the same content are told apart by a number', () => {
  const mark = markOf({ start: '2026-11-18T08:00:00Z', end: null })
  const numbered = numberedMarks([mark, mark])
  expect(new Set(numbered).size).toBe(2)
  expect(numbered.map(contentOfMark)).toEqual([mark, mark])
})
