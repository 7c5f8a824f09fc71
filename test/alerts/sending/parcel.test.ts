import { expect, test } from 'vitest'
import { halves, type Parcel } from '../../../lib/alerts/sending/parcel.ts'
import { saying } from '../support/parcels.ts'

const idsOf = (parcel: Parcel) => halves(parcel)?.map(({ ids }) => ids.join(' ')) ?? null

test.each([
  ['of one thing has no halves', saying('a1'), null],
  [
    'of one person is that which was first, and what came after it',
    saying('a1', 'a2', 'a3'),
    ['a1', 'a2 a3'],
  ],
  [
    'of several keeps what is of one person together',
    saying('a1', 'b1', 'a2', 'c1'),
    ['a1 b1 a2', 'c1'],
  ],
] as const)('a message %s', (_, parcel, expected) => {
  expect(idsOf(parcel)).toEqual(expected)
})
