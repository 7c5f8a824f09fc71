import { expect } from 'vitest'
import { amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId, aProfile } from '../harness/builders.ts'
import { open, person } from './support/people.ts'
import { ids, pullAll } from './support/pulling.ts'
import { logged, type ReadWorld, test } from './support/read-test.ts'

/** As long as a name can be. In JSON within JSON, as answers leave, each of its letters takes four bytes. */
const quotes = '"'.repeat(2_000)
const named = { givenName: quotes, familyName: quotes }

/** Appends 30 segments of 30 events about somebody who is called so. */
const appendMany = async ({ writer }: ReadWorld): Promise<string[]> => {
  const { append } = writer()
  const events = Array.from({ length: 900 }, (_, n) =>
    anEvent(
      'clocked-in',
      { employee: { ...amina, ...named }, clocking },
      { id: anId(n, 9), sequence: n + 1 },
    ),
  )
  for (let n = 0; n < events.length; n += 30) await append(1, events.slice(n, n + 30).map(logged))
  return ids(events)
}

test('pages of names that are all quotes are read to the end, however many events are asked for', async ({
  start,
}) => {
  const world = await start()
  const appended = await appendMany(world)
  expect(ids((await pullAll(world, 'limit=1000')).events)).toEqual(appended)
})

test('people whose names are all quotes are told page by page', async ({ start }) => {
  const world = await start()
  const profile = { ...aProfile, ...named }
  const people = Array.from({ length: 500 }, (_, n) =>
    person(n + 1, { ...open('2026-11-20T08:00:00Z'), profile }),
  )
  await world.save(people)
  const first = await world.get('/presence')
  expect([first.status, first.body.counts?.in]).toEqual([200, 500])
  const second = await world.get(`/presence?after=${first.body.next}`)
  expect([second.status, second.body.next]).toEqual([200, null])
  expect(first.body.people.length + second.body.people.length).toBe(500)
})
