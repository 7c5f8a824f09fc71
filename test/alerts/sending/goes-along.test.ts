import { expect, test } from 'vitest'
import { whatGoesAlong } from '../../../lib/alerts/sending/goes-along.ts'

const waiting = (id: string, after?: string) => ({
  id,
  rule: 'arrivals',
  dueAt: '2026-11-20T09:00:00Z',
  event: '{}',
  ...(after !== undefined && { after }),
})
const idsAfter = (ids: string[], left: ReturnType<typeof waiting>[]) =>
  whatGoesAlong(ids, left).map(({ id }) => id)

const corrected = waiting('b#once-more#1#x', 'a')
const removed = waiting('c#once-more#2#x', 'b')

test('what is put aside takes along what is to be read after it, and after that', () => {
  expect(idsAfter(['a'], [waiting('a'), corrected, removed])).toEqual([corrected.id, removed.id])
  expect(idsAfter(['a'], [waiting('a'), waiting('d', 'e')])).toEqual([])
})

test('what goes along, and waits in its own right as well, takes nothing along', () => {
  expect(idsAfter(['a'], [waiting('a'), corrected, removed, waiting('b')])).toEqual([corrected.id])
})

test('what is put aside as an all-clear takes along what is to be read after its event, unless that waits as news', () => {
  const allClear = waiting('a#all-clear')
  const told = waiting('a#all-clear#once-more#1#x', 'z')
  expect(idsAfter([allClear.id], [allClear, corrected])).toEqual([corrected.id])
  expect(idsAfter(['z'], [waiting('z'), told, corrected])).toEqual([told.id, corrected.id])
  expect(idsAfter([allClear.id], [allClear, waiting('a'), corrected])).toEqual([])
})
