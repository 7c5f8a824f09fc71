import { expect, test } from 'vitest'
import { agendaOf } from '../../../lib/alerts/sending/agenda.ts'
import { inOrder, joinedAgain } from '../../../lib/alerts/sending/in-order.ts'
import type { Parcel } from '../../../lib/alerts/sending/parcel.ts'
import { saying } from '../support/parcels.ts'

const idsOf = (parcels: readonly Parcel[]) => parcels.map(({ ids }) => ids.join(' '))

/** One message about five people, of whom a destination failed at four. */
const message = saying('a1', 'b1', 'c1', 'a2', 'd1', 'e1')
const failed = {
  b1: { since: 0, tries: 0, last: 30 },
  c1: { since: 0, tries: 3, last: 20 },
  d1: { since: 0, tries: 0, last: 10 },
  e1: { since: 0, tries: 1, last: 5 },
}

test('what failed while other things were taken is alone, and what failed during an outage in doubt', () => {
  const { well, inDoubt, bad } = inOrder([message], failed)
  expect(idsOf(well)).toEqual(['a1 a2'])
  expect(idsOf(inDoubt.map(({ parcel }) => parcel))).toEqual(['d1', 'b1'])
  expect(idsOf(bad)).toEqual(['e1', 'c1'])
})

test('what is in doubt is one message again, in the order in which that told it, and messages in theirs', () => {
  const { inDoubt } = inOrder([message, saying('f1', 'b2')], {
    ...failed,
    f1: { since: 0, tries: 0 },
  })
  expect(idsOf(joinedAgain(inDoubt))).toEqual(['b1 d1', 'f1 b2'])
})

test.for([
  {
    what: 'after what is in doubt and what may be well',
    takesSome: false,
    now: 3_600_000,
    order: ['a1 a2', 'b1 d1', 'e1', 'c1'],
  },
  {
    what: 'after both, of which what is in doubt waits for longer',
    takesSome: true,
    now: 30_000,
    order: ['b1 d1', 'a1 a2', 'e1', 'c1'],
  },
  {
    what: 'last, but for one thing that has not been tried for long',
    takesSome: true,
    now: 3_600_000,
    order: ['e1', 'b1 d1', 'a1 a2', 'c1'],
  },
])('what is known to fail comes $what', ({ takesSome, now, order }) => {
  const before = { failing: failed, failedTurns: 0, takesSome, isOneATurn: false, isPatient: false }
  const agenda = agendaOf([message], before, () => now)
  const inTurn: string[] = []
  for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
    inTurn.push(parcel.ids.join(' '))
    agenda.taken(parcel)
  }
  expect(inTurn).toEqual(order)
})
