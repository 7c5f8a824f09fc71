import { expect } from 'vitest'
import { amina, anEvent, clocking } from '../alerts/support/events.ts'
import { aBreak, anId, aState } from '../harness/builders.ts'
import { ids } from './support/pulling.ts'
import { test } from './support/read-test.ts'

/** As large as a message can be, about: a clocking with so many breaks. */
const breaks = Array.from({ length: 1_200 }, (_, n) => aBreak({ id: anId(n, 2) }))
const large = (n: number) =>
  anEvent('clocked-in', { clocking: { ...clocking, breaks } }, { id: anId(n, 9), sequence: n })

/** Lambda's limit of an answer, in bytes, as JSON within JSON. */
const limit = 6 * 1_024 * 1_024

test('no page of events is larger than Lambda takes, and none is lost for it', async ({
  start,
}) => {
  const world = await start()
  const events = Array.from({ length: 40 }, (_, n) => large(n + 1))
  for (let n = 0; n < events.length; n += 10) await world.append(...events.slice(n, n + 10))
  const read: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await world.get(`/events?limit=1000${cursor}`)
    expect(status).toBe(200)
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(limit)
    read.push(...ids(body.events))
    cursor = `&after=${body.cursor}`
    if (!body.isMore) break
  }
  expect(read).toEqual(ids(events))
})

test('a history that is too large is refused, and can be had in parts', async ({ start }) => {
  const world = await start()
  await world.save([aState()])
  for (let n = 1; n <= 60; n++) await world.append(large(n))
  const { status, body } = await world.get(`/employees/${amina.id}?limit=500`)
  expect([status, body.detail]).toEqual([
    413,
    'limit: the answer would be too large: ask for less at once',
  ])
  expect((await world.get(`/employees/${amina.id}?limit=10`)).body.history.events).toHaveLength(10)
})
