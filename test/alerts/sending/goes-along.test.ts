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
