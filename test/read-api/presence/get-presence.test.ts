import { describe, expect } from 'vitest'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { anEvent, clocking } from '../../alerts/support/events.ts'
import {
  aBreak,
  anId,
  aProfile,
  aState,
  aTrackedClocking,
  nothingSpecial,
} from '../../harness/builders.ts'
import { type ReadWorld, test } from '../support/read-test.ts'

const person = (n: number, more: Partial<EmployeeState> = {}): EmployeeState =>
  aState({
    employeeId: anId(n),
    profile: { ...aProfile, givenName: `Person${n}` },
    ...more,
  })

const open = (start: string, more: object = {}) => ({
  clockings: { [anId(1, 1)]: aTrackedClocking({ start, end: null, breaks: [], ...more }) },
})
const closed = (start: string, end: string) => ({
  clockings: { [anId(1, 1)]: aTrackedClocking({ start, end, breaks: [] }) },
})
const away = (phase: 'upcoming' | 'started' | 'ended' | 'withdrawn', from: string, to: string) => ({
  absences: {
    [anId(1, 3)]: {
      ...nothingSpecial,
      phase,
      known: {
        start: { $type: 'LocalDate' as const, date: from },
        end: { $type: 'LocalDate' as const, date: to },
        $type: 'Sickness',
        estimatedReturn: { date: '2026-12-24', time: null },
      },
    },
  },
})

/** Who is where, by the number in their name. */
const where = async (world: ReadWorld, query = ''): Promise<Record<string, string>> => {
  const { status, body } = await world.get(`/presence${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return Object.fromEntries(
    body.people.map(({ employee, presence }) => [employee.givenName, presence]),
  )
}

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

describe('who was where', () => {
  const told = (
    name: 'clocked-in' | 'clocked-out' | 'clocking-removed',
    more: object,
    sequence: number,
  ) => anEvent(name, { clocking: { ...clocking, ...more } }, { sequence, id: anId(sequence, 9) })

  test('by the state, and by the log of what the state has let go', async ({ start }) => {
    const world = await start({ now: '2026-11-18T07:00:00Z' })
    await world.append(told('clocked-in', { start: '2026-11-18T07:00:00Z' }, 1))
    world.at('2026-11-18T16:00:00Z')
    const shift = { start: '2026-11-18T07:00:00Z', end: '2026-11-18T16:00:00Z' }
    await world.append(told('clocked-out', shift, 2))
    world.at('2026-11-20T12:00:00Z')
    await world.save([
      person(1),
      person(2, open('2026-11-17T22:00:00Z')),
      person(3, away('ended', '2026-11-18', '2026-11-18')),
    ])
    expect(await where(world, '?at=2026-11-18T12:00:00Z')).toEqual({
      Person1: 'in',
      Person2: 'in',
      Person3: 'absent',
    })
    expect(await where(world, '?at=2026-11-18T16:00:00%2B00:00')).toEqual({
      Person2: 'in',
      Person3: 'absent',
    })
    expect(await where(world)).toEqual({ Person2: 'in' })
  })

  test('who is no longer kept is known by the log, and what was taken back never was', async ({
    start,
  }) => {
    const world = await start({ now: '2026-11-18T07:00:00Z' })
    const shift = { start: '2026-11-18T07:00:00Z', end: '2026-11-18T16:00:00Z' }
    const other = { ...shift, id: anId(2, 1) }
    await world.append(told('clocked-out', other, 1))
    world.at('2026-11-18T16:00:00Z')
    await world.append(told('clocked-out', shift, 2))
    await world.append(told('clocking-removed', other, 3))
    world.at('2026-11-20T12:00:00Z')
    const { body } = await world.get('/presence?at=2026-11-18T08:00:00Z')
    expect(body.people.map(({ employee, since }) => [employee.givenName, since])).toEqual([
      ['Amina', shift.start],
    ])
    await world.append(told('clocking-removed', shift, 4))
    expect(await where(world, '?at=2026-11-18T08:00:00Z')).toEqual({})
  })

  test('no further back than the log reaches, and not ahead', async ({ start }) => {
    const world = await start({ now: '2026-11-18T07:00:00Z', days: 7 })
    const nothing = await world.get('/presence?at=2026-11-18T06:00:00Z')
    expect([nothing.status, nothing.body.detail]).toEqual([
      410,
      'at: nothing that was published is kept yet, so only the present can be told',
    ])
    await world.append(told('clocked-in', {}, 1))
    const before = await world.get('/presence?at=2026-11-18T06:59:59Z')
    expect([before.status, before.body.detail]).toEqual([
      410,
      'at: what was so is known from 2026-11-18T07:00:00Z on',
    ])
    world.at('2026-11-28T07:00:00Z')
    const expired = await world.get('/presence?at=2026-11-21T08:59:59Z')
    expect(expired.body.detail).toBe('at: what was so is known from 2026-11-21T09:00:00Z on')
    expect((await world.get('/presence?at=2026-11-21T09:00:00Z')).status).toBe(200)
    const ahead = await world.get('/presence?at=2026-11-28T07:00:01Z')
    expect([ahead.status, ahead.body.detail]).toEqual([
      400,
      'at: must not be to come: it is 2026-11-28T07:00:00Z',
    ])
    const local = await world.get('/presence?at=2026-11-27T07:00:00')
    expect([local.status, local.body.detail]).toEqual([400, 'at: needs an offset, such as Z'])
  })
})
