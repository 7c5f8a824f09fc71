import { expect, test } from 'vitest'
import { type Agenda, agendaOf } from '../../../lib/alerts/sending/agenda.ts'
import { hour, minute } from '../../../lib/attendance/moments.ts'
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
      { failing: {}, failedTurns, takesSome, isOneATurn: false, isPatient: false },
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

/** What a destination that took nothing in its last turn has failed at for three hours: at so many tries while it took others. */
const failedForHours = (tries: number, ids: readonly string[]) =>
  agendaOf(
    ids.map((id) => saying(id)),
    {
      failing: Object.fromEntries(ids.map((id) => [id, { since: 0, tries }])),
      failedTurns: 9,
      takesSome: false,
      isOneATurn: false,
      isPatient: false,
    },
    () => 3 * hour,
  )
/** What is tried in a turn that takes nothing, by its ids. */
const triedIn = (agenda: Agenda): (readonly string[])[] => {
  const tried: (readonly string[])[] = []
  for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
    tried.push(parcel.ids)
    agenda.failed(parcel, 'no answer')
  }
  return tried
}

const afterAnOutage = (...ids: readonly string[]) => failedForHours(0, ids)

test('after an outage the few tries of a turn are of different people', () => {
  const agenda = afterAnOutage('a1', 'a2', 'a3', 'b1')
  expect(triedIn(agenda)).toEqual([['a1'], ['b1']])
})

test('so they are where its last turn took something, as a digest, and this one nothing', () => {
  const failing = { since: 0, tries: 20, last: 2 * hour }
  const agenda = agendaOf(
    ['a1', 'a2', 'b1'].map((id) => saying(id)),
    {
      failing: { a1: failing, b1: { ...failing, last: 2 * hour + minute } },
      failedTurns: 9,
      takesSome: true,
      isOneATurn: false,
      isPatient: true,
    },
    () => 3 * hour,
  )
  expect(triedIn(agenda)).toEqual([['a1'], ['b1'], ['a2']])
})

test('what it failed at while it took others has its turn among what failed while it took nothing', () => {
  const inDoubt = { since: 0, tries: 0, last: 2 * hour }
  const agenda = agendaOf(
    ['a1', 'b1', 'c1'].map((id) => saying(id)),
    {
      failing: { a1: inDoubt, b1: inDoubt, c1: { since: 0, tries: 1, last: hour } },
      failedTurns: 9,
      takesSome: false,
      isOneATurn: false,
      isPatient: true,
    },
    () => 3 * hour,
  )
  expect(triedIn(agenda)).toEqual([['c1'], ['a1']])
})

test('what comes after others is told in its order, once one of them is taken', () => {
  const agenda = failedForHours(20, ['a1', 'a2', 'a3', 'b1'])
  const told: (readonly string[])[] = []
  for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
    const isWell = parcel.ids[0] !== 'a1'
    if (isWell) {
      told.push(parcel.ids)
      agenda.taken(parcel)
    } else agenda.failed(parcel, 'no answer')
  }
  expect(told).toEqual([['b1'], ['a2'], ['a3']])
})

test('what waits for others keeps its order though one of them comes in between', () => {
  const agenda = failedForHours(20, ['a1', 'a2', 'b1', 'a3'])
  const told: (readonly string[])[] = []
  for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
    if (parcel.ids.includes('a1')) agenda.failed(parcel, 'no answer')
    else {
      told.push(parcel.ids)
      agenda.taken(parcel)
    }
  }
  expect(told).toEqual([['b1'], ['a2'], ['a3']])
})

test('what it failed at while it took nothing is not given up where it takes others again, and fails once more', () => {
  const agenda = afterAnOutage('a1', 'a2', 'b1')
  const late: unknown[] = []
  const told: (readonly string[])[] = []
  for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
    if (parcel.ids.includes('a1')) late.push(...agenda.failed(parcel, 'no answer'))
    else {
      told.push(parcel.ids)
      late.push(...agenda.taken(parcel))
    }
  }
  expect(told).toEqual([['b1']])
  expect(late).toEqual([])
  expect(agenda.afterwards().failing).toMatchObject({
    a1: { since: 3 * hour, tries: 1, last: 3 * hour },
  })
})

test('where there is nobody else, what came later of somebody shows whether the destination is well', () => {
  const agenda = afterAnOutage('a1', 'a2')
  const first = agenda.next()
  if (first !== null) agenda.failed(first, 'no answer')
  expect(agenda.next()?.ids).toEqual(['a2'])
})

test.for([
  { look: 'a look of each quarter of an hour tries one', isPatient: true, takes: false, tried: 1 },
  { look: 'any other tries none', isPatient: false, takes: false, tried: 0 },
  { look: 'where that is taken a look tries all', isPatient: true, takes: true, tried: 3 },
])(
  'of what a destination failed at a minute ago, and for hours, $look',
  ({ isPatient, takes, tried }) => {
    const failing = { since: 0, last: 179 * minute, tries: 23 }
    const agenda = agendaOf(
      ['a1', 'b1', 'c1'].map((id) => saying(id)),
      {
        failing: { a1: failing, b1: failing, c1: failing },
        failedTurns: 9,
        takesSome: false,
        isOneATurn: false,
        isPatient,
      },
      () => 180 * minute,
    )
    let asked = 0
    for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
      asked += 1
      if (takes) agenda.taken(parcel)
      else agenda.failed(parcel, 'HTTP 500')
    }
    expect(asked).toBe(tried)
  },
)

test.for([
  { minutes: 14, tried: 0 },
  { minutes: 15, tried: 1 },
])(
  'what was tried more often than every quarter of an hour is tried $tried times $minutes minutes after the last time',
  ({ minutes, tried }) => {
    const agenda = agendaOf(
      [saying('a1')],
      {
        failing: { a1: { since: 0, last: 100 * minute, tries: 40 } },
        failedTurns: 9,
        takesSome: false,
        isOneATurn: false,
        isPatient: false,
      },
      () => (100 + minutes) * minute,
    )
    let asked = 0
    for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
      asked += 1
      agenda.failed(parcel, 'HTTP 500')
    }
    expect(asked).toBe(tried)
  },
)

test('what came after something that was given up is told in its order, also where it is told in parts', () => {
  const failing = { since: 0, last: 2 * hour, tries: 17 }
  const agenda = agendaOf(
    [saying('a1'), saying('a2', 'a3', 'a4', 'a5'), saying('a6')],
    {
      failing: { a1: failing },
      failedTurns: 9,
      takesSome: false,
      isOneATurn: false,
      isPatient: false,
    },
    () => 3 * hour,
  )
  const tried: (readonly string[])[] = []
  for (let parcel = agenda.next(); parcel !== null; parcel = agenda.next()) {
    tried.push(parcel.ids)
    agenda.failed(parcel, 'HTTP 500')
  }
  expect(tried.slice(0, 2)).toEqual([['a1'], ['a2', 'a3', 'a4', 'a5']])
  expect(tried.flat()).not.toContain('a6')
})
