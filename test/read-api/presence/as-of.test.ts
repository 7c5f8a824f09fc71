import { describe, expect } from 'vitest'
import type { Resting } from '../../../lib/attendance/resting.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { anEvent, clocking } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'
import { aBehind } from '../../harness/shards.ts'
import { open, person } from '../support/people.ts'
import { type ReadWorld, test } from '../support/read-test.ts'

const resting: Resting = {
  idleEverySeconds: 1_800,
  farEverySeconds: 3_600,
  lookbackHours: 24,
  workday: { timeZone: 'Europe/London', midday: '12:30' },
}
const isIn = open('2026-11-20T08:00:00Z')
/** Saves people in a shard whose record cannot be read. */
const saveUnreadably = (world: ReadWorld, people: EmployeeState[]): Promise<void> =>
  world.save(people, { shardId: '0002', polledThrough: 'at no moment' })

describe('as of when everybody is known', () => {
  test('is before the longest rest, where a poll leaves people out who rest', async ({ start }) => {
    const world = await start()
    await world.save([person(1), person(2)], { resting })
    const { body } = await world.get('/presence')
    expect([body.asOf, body.uncertain]).toEqual(['2026-11-20T11:00:00Z', 0])
    for (const n of [1, 2]) {
      const { body: one } = await world.get(`/employees/${anId(n)}`)
      expect(String(one.asOf) >= String(body.asOf), String(one.asOf)).toBe(true)
    }
  })

  test('is not known of anybody in a shard whose record cannot be read', async ({ start }) => {
    const world = await start()
    await world.save([person(1, isIn)])
    const gone = { membership: 'leaver', restSince: '2026-11-19T12:00:00Z' } as const
    await saveUnreadably(world, [person(2, isIn), person(3), person(4, gone)])
    const { body } = await world.get('/presence')
    expect([body.counts.in, body.asOf, body.uncertain]).toEqual([2, '2026-11-20T12:00:00Z', 2])
    expect((await world.get(`/employees/${anId(2)}`)).body.asOf).toBeNull()
  })

  test('is known of nobody where no record can be read', async ({ start }) => {
    const world = await start()
    await saveUnreadably(world, [person(1, isIn)])
    const { body } = await world.get('/presence')
    expect([body.counts.in, body.asOf, body.uncertain]).toEqual([1, null, 1])
  })

  test('is uncertain of who is behind, is new, or is back, and of each once', async ({ start }) => {
    const world = await start()
    const back = { clockings: '2026-11-18T12:00:00Z', absences: null }
    const behind = { [anId(2)]: aBehind() }
    await world.save(
      [person(1), person(2), person(3, { seen: false }), person(4, { unaskedSince: back })],
      { behind: { clockings: behind, absences: behind } },
    )
    expect((await world.get('/presence')).body.uncertain).toBe(3)
    const { body: one } = await world.get(`/employees/${anId(4)}`)
    expect(one.asOf).toBe('2026-11-18T12:00:00Z')
  })
})

describe('who has left, and is no longer asked about', () => {
  const left = { membership: 'leaver', leftAt: '2026-11-19T10:00:00Z' } as const
  const restSince = '2026-11-19T12:00:00Z'
  const atRest = { ...left, restSince }

  test('is in no longer, though nobody knows how their clocking ended; and uncertain neither', async ({
    start,
  }) => {
    const world = await start()
    const since = open('2026-11-19T08:00:00Z')
    const never = { ...atRest, seen: false }
    await world.save([
      person(1, { ...since, ...atRest }),
      person(2, { ...since, ...left }),
      person(3, never),
    ])
    const { body } = await world.get('/presence')
    expect(body.people.map(({ employee }) => employee.id)).toEqual([anId(2)])
    expect([body.counts.in, body.uncertain]).toEqual([1, 0])
    const { body: one } = await world.get(`/employees/${anId(1)}`)
    expect(one).toMatchObject({ presence: 'out', since: null, asOf: restSince })
    expect(one.clockings).toHaveLength(1)
  })

  test('was in up to when they were last asked about', async ({ start }) => {
    const world = await start({ now: '2026-11-18T12:00:00Z' })
    // A past moment can be asked about from the first event on.
    await world.append(anEvent('clocking-removed', { clocking }))
    world.at('2026-11-20T12:00:00Z')
    await world.save([person(1, { ...open('2026-11-19T08:00:00Z'), ...atRest })])
    const countAt = async (at: string) => (await world.get(`/presence?at=${at}`)).body.counts.in
    expect(await countAt('2026-11-19T11:59:00Z')).toBe(1)
    expect(await countAt('2026-11-19T12:01:00Z')).toBe(0)
    expect(await countAt('2026-11-20T12:00:00Z')).toBe(0)
  })
})
