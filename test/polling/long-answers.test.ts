import { expect } from 'vitest'
import { day, hour, minute } from '../../lib/attendance/moments.ts'
import { aBreak, aClocking, anEmployee, anId } from '../harness/builders.ts'
import { test } from '../harness/world-test.ts'

test('250 clockings of one employee, three pages, are all read and told once', async ({
  startPolled,
}) => {
  const world = await startPolled({ now: '2026-10-20T00:00:00Z' })
  const start = Date.parse('2026-10-20T00:00:00Z')
  for (let n = 0; n < 250; n++)
    await world.clocking(
      aClocking({
        id: anId(n, 1),
        start: new Date(start + n * 2 * hour + minute).toISOString(),
        end: new Date(start + n * 2 * hour + hour).toISOString(),
        breaks: [
          aBreak({
            id: anId(n, 2),
            start: new Date(start + n * 2 * hour + 10 * minute).toISOString(),
            end: new Date(start + n * 2 * hour + 20 * minute).toISOString(),
          }),
        ],
      }),
    )
  world.pass(21 * day)
  world.requests.length = 0
  await world.poll()
  // The token has expired meanwhile: one request is refused, and made again with a new one. The
  // three pages are read a second time, to see that they did not shift.
  expect(world.requests).toEqual([
    'clockings',
    'token',
    ...Array<string>(6).fill('clockings'),
    'absences',
  ])
  const events = await world.events()
  expect(events).toHaveLength(1_000)
  expect(new Set(events.map(({ id }) => id)).size).toBe(1_000)
  expect(events.map(({ sequence }) => Number(sequence))).toEqual(
    Array.from({ length: 1_000 }, (_, n) => n + 1),
  )
  expect(events.map(({ time }) => time)).toEqual(events.map(({ time }) => time).sort())
})

test('an access token that expires in the middle of a poll costs one renewal', async ({
  startPolled,
}) => {
  const world = await startPolled()
  for (let n = 2; n <= 30; n++) await world.employee(anEmployee({ id: anId(n) }))
  await world.refresh()
  world.requests.length = 0
  let asked = 0
  await world.poll('0001', (ports) => ({
    ...ports,
    api: {
      ...ports.api,
      listClockings: async function* (filters, call) {
        if (++asked === 15) await world.fault({ on: '*', kind: 'expire-tokens', times: 1 })
        yield* ports.api.listClockings(filters, call)
      },
    },
  }))
  expect(world.requests.filter((operation) => operation === 'token')).toHaveLength(1)
})
