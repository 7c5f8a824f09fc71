import { describe, expect } from 'vitest'
import { anEvent, clocking } from '../../alerts/support/events.ts'
import { aBreak, anId, aTrackedClocking } from '../../harness/builders.ts'
import { away, closed, open, person, where } from '../support/people.ts'
import { test } from '../support/read-test.ts'

describe('who is where now', () => {
  test('in, on a break, absent; who is out, or off from tomorrow, is not listed', async ({
    start,
  }) => {
    const world = await start()
    const pause = aBreak({ start: '2026-11-20T11:30:00Z', end: null })
    await world.save([
      person(1, open('2026-11-20T08:00:00Z')),
      person(2, open('2026-11-20T08:00:00Z', { breaks: [pause] })),
      person(3, away('started', '2026-11-20', '2026-11-20')),
      person(4, closed('2026-11-20T08:00:00Z', '2026-11-20T11:00:00Z')),
      person(5, away('upcoming', '2026-11-21', '2026-11-22')),
      person(6, {
        ...open('2026-11-20T08:00:00Z'),
        ...away('started', '2026-11-20', '2026-11-20'),
      }),
      person(7, { ...away('started', '2026-11-20', '2026-11-20'), membership: 'leaver' }),
    ])
    const { body } = await world.get('/presence')
    expect(await where(world)).toEqual({
      Person1: 'in',
      Person2: 'on-break',
      Person3: 'absent',
      Person6: 'in',
    })
    expect(body).toMatchObject({
      at: '2026-11-20T12:00:00Z',
      asOf: '2026-11-20T12:00:00Z',
      uncertain: 0,
      counts: { in: 2, 'on-break': 1, absent: 1 },
      next: null,
    })
    expect(body.people[1]?.since).toBe('2026-11-20T11:30:00Z')
    expect(body.people[2]).toMatchObject({
      since: '2026-11-20T00:00:00Z',
      absence: { $type: 'Sickness', timeZone: 'Europe/London' },
    })
    expect(body.people[3]?.absence).toBeDefined()
    expect(JSON.stringify(body)).not.toContain('2026-12-24')
    expect(JSON.stringify(body)).not.toContain('2026-11-21')
  })

  test.for([
    ['first', 1, 2],
    ['last', 2, 1],
  ] as const)(
    'of two clockings that are open the one that began last says where somebody is, of two absences likewise; the older known %s',
    async ([, older, newer], { start }) => {
      const world = await start({ now: '2026-11-18T07:00:00Z' })
      // A past moment can be asked about from the first event on.
      await world.append(anEvent('clocking-removed', { clocking }))
      world.at('2026-11-20T12:00:00Z')
      const breaks = [aBreak({ start: '2026-11-20T11:30:00Z', end: null })]
      const forgotten = aTrackedClocking({ start: '2026-11-19T08:00:00Z', end: null, breaks: [] })
      const today = aTrackedClocking({ start: '2026-11-20T08:00:00Z', end: null, breaks })
      const clockings = { [anId(older, 1)]: forgotten, [anId(newer, 1)]: today }
      const since = (n: number, from: string) =>
        Object.values(away('started', from, '2026-11-30').absences).map(
          (each) => [anId(n, 3), each] as const,
        )
      const absences = Object.fromEntries([
        ...since(older, '2026-11-16'),
        ...since(newer, '2026-11-19'),
      ])
      await world.save([person(1, { clockings }), person(2, { absences })])
      for (const query of ['', '?at=2026-11-20T12:00:00Z']) {
        const { body } = await world.get(`/presence${query}`)
        expect(
          body.people.map(({ presence, since }) => `${presence} ${since}`),
          query,
        ).toEqual(['on-break 2026-11-20T11:30:00Z', 'absent 2026-11-19T00:00:00Z'])
      }
    },
  )

  test('it says as of when, by the shard that was polled longest ago', async ({ start }) => {
    const world = await start()
    await world.save([person(1)])
    await world.save([person(2)], { shardId: '0002', polledThrough: '2026-11-20T11:52:00Z' })
    expect((await world.get('/presence')).body.asOf).toBe('2026-11-20T11:52:00Z')
  })

  test('before the first poll nobody is anywhere', async ({ start }) => {
    const { status, body } = await (await start()).get('/presence')
    expect(status).toBe(200)
    expect(body).toMatchObject({ asOf: null, people: [], next: null })
  })

  test('of an absence no more is shown than privacy lets out', async ({ start }) => {
    const world = await start({ privacy: { absences: 'opaque' } })
    await world.save([person(1, away('started', '2026-11-20', '2026-11-20'))])
    const { body } = await world.get('/presence')
    expect(body.people).toHaveLength(1)
    expect(JSON.stringify(body)).not.toMatch(/Sickness|2026-12-24/)
  })

  test('pages follow each other by id, each with the counts of all', async ({ start }) => {
    const world = await start()
    await world.save([1, 2, 3, 4, 5].map((n) => person(n, open('2026-11-20T08:00:00Z'))))
    const names: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await world.get(`/presence?limit=2${next === '' ? '' : `&after=${next}`}`)
      expect(body.counts.in).toBe(5)
      names.push(...body.people.map(({ employee }) => employee.givenName))
      next = body.next
    }
    expect(names).toEqual(['Person1', 'Person2', 'Person3', 'Person4', 'Person5'])
  })
})
