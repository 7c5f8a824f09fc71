import { expect, test } from 'vitest'
import { isNameless, markOf } from '../../lib/workforce/nameless.ts'
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
