import { expect, test } from 'vitest'
import { agendaOf } from '../../../lib/alerts/sending/agenda.ts'
import { saying } from '../support/parcels.ts'

const people = Array.from({ length: 16 }, (_, n) => `${String.fromCodePoint(97 + n)}1`)

test.for([
  { what: 'takes some of what it is told', takesSome: true, failedTurns: 0, least: 20, most: 24 },
  { what: 'has taken nothing', takesSome: false, failedTurns: 1, least: 2, most: 4 },
])(
  'a destination that $what, and fails at everything, is asked for $least to $most messages in a turn',
  ({ takesSome, failedTurns, least, most }) => {
    const agenda = agendaOf(
      [saying(...people)],
      { failing: {}, failedTurns, takesSome, isOneATurn: false },
      () => 0,
    )
    let asked = 0
    for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
      asked += 1
      agenda.failed(parcel, 'HTTP 500')
    }
    expect(asked).toBeGreaterThanOrEqual(least)
    expect(asked).toBeLessThanOrEqual(most)
  },
)
