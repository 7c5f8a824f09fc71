import { expect, test } from 'vitest'
import { halves, type Parcel, type Said } from '../../../lib/alerts/sending/parcel.ts'

const aParcel = (said: readonly Said[]): Parcel => ({
  ids: said.flatMap(({ ids }) => ids),
  about: new Set(said.map(({ of }) => of)),
  mailing: () => ({ messages: [{ headline: ['x'], sections: [] }], counts: [] }),
  said,
  only: aParcel,
})
const saying = (...things: string[]): Parcel =>
  aParcel(things.map((id) => ({ ids: [id], of: id.charAt(0) })))
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
