import { expect, test } from 'vitest'
import { inFull } from '../../../lib/alerts/sending/in-full.ts'
import { saying } from '../support/parcels.ts'

test('more of one person than a message has room for goes out in the order in which it was seen', () => {
  const parts = inFull(saying('a1', 'a2', 'a3', 'a4', 'a5'), ({ said }) => said.length <= 2)
  expect(parts.map(({ ids }) => ids)).toEqual([['a1', 'a2'], ['a3'], ['a4', 'a5']])
})

test('one thing that no message has room for is told all the same', () => {
  const parts = inFull(saying('a1', 'b1'), () => false)
  expect(parts.map(({ ids }) => ids)).toEqual([['a1'], ['b1']])
})
