import { request } from 'node:http'
import { expect } from 'vitest'
import { absence, aClockIn, amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId, aState, aTrackedClocking } from '../harness/builders.ts'
import { logged, test } from './support/read-test.ts'

const path = `/employees/${amina.id}`

test('state and history, newest first, page by page', async ({ start }) => {
  const world = await start()
  const state = aState({
    sequence: 3,
    clockings: {
      [clocking.id]: aTrackedClocking({ start: clocking.start, end: null, breaks: [] }),
    },
    usualHours: { since: '2026-10-19T09:00:00Z', weeks: { '2026-11-16': 'AP4D' } },
  })
  await world.save([state])
  const events = [1, 2, 3].map((n) =>
    anEvent('clocked-in', { clocking }, { sequence: n, id: anId(n, 9) }),
  )
  for (const event of events) await world.append(event, aClockIn(7, '2026-11-20T09:00:00Z'))
  const { status, body } = await world.get(`${path}?limit=2`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    employee: amina,
    membership: 'member',
    presence: 'in',
    since: clocking.start,
    asOf: '2026-11-20T12:00:00Z',
    timeZone: 'Europe/London',
    sequence: '00000000000000000003',
    clockings: [{ id: clocking.id, employeeId: amina.id, start: clocking.start, end: null }],
    absences: [],
  })
  expect(JSON.stringify(body)).not.toContain('AP4D')
  expect(body.history.events).toEqual([events[2], events[1]])
  const { body: older } = await world.get(`${path}?limit=2&before=${body.history.before}`)
  expect(older.history).toEqual({ events: [events[0]], before: null })
})

test('that there was something which may not be shown any more is not told by pages', async ({
  start,
}) => {
  const world = await start({ privacy: { absences: 'opaque' } })
  await world.save([aState()])
  const event = anEvent('clocked-in', { clocking })
  const overdue = { absence: { ...absence, $type: 'Sickness' }, estimatedReturn: event.time }
  await world.append(event)
  for (const n of [2, 3])
    await world.append(anEvent('return-overdue', overdue, { id: anId(n, 9), sequence: n }))
  const { body } = await world.get(`${path}?limit=1`)
  expect(body.history.events).toEqual([event])
})

test('an id is the same in either case', async ({ start }) => {
  const world = await start()
  const id = '3f1c9a52-7f0e-4f7a-9a38-64a1f3f4f2d1'
  await world.save([aState({ employeeId: id })])
  const event = anEvent('clocked-in', { clocking, employee: { ...amina, id } })
  await world.append(event)
  const { status, body } = await world.get(`/employees/${id.toUpperCase()}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ asOf: '2026-11-20T12:00:00Z', history: { events: [event] } })
  const { body: pulled } = await world.get(`/events?employee=${id.toUpperCase()}`)
  expect(pulled.events).toEqual([event])
})

test('who could not be asked is as of when they last were', async ({ start }) => {
  const world = await start()
  const since = '2026-11-20T06:00:00Z'
  const behind = { clockings: { [amina.id]: { since, tries: 3, retryAt: null } }, absences: {} }
  await world.save([aState()], { behind })
  expect((await world.get(path)).body.asOf).toBe(since)
})

test('somebody in another shard is found, and their history in its lane', async ({ start }) => {
  const world = await start()
  await world.save([])
  await world.save([aState()], { shardId: '0018' })
  const event = anEvent('clocked-in', { clocking })
  await world.writer().append(2, [logged(event)])
  expect((await world.get(path)).body.history.events).toEqual([event])
})

test('of somebody who is hired again the history goes on in the lane where they were before', async ({
  start,
}) => {
  const world = await start()
  const joined = { employment: { start: '2024-01-08', end: null } }
  const events = [1, 2, 3, 4].map((n) =>
    n === 3
      ? anEvent('employee-joined', joined, { sequence: n, id: anId(n, 9) })
      : anEvent('clocked-in', { clocking }, { sequence: n, id: anId(n, 9) }),
  )
  for (const [lane, event] of [7, 7, 1, 1].map((lane, n) => [lane, events[n]] as const))
    if (event !== undefined) await world.writer().append(lane, [logged(event)])
  await world.save([aState({ sequence: 2 })], { shardId: '0007' })
  await world.retire(aState({ sequence: 2, version: 1 }), '0007')
  await world.save([aState({ sequence: 4 })])
  const read: unknown[] = []
  let pages = 0
  for (let before: number | null = null; pages === 0 || before !== null; pages++) {
    const { status, body } = await world.get(
      `${path}?limit=1${before === null ? '' : `&before=${before}`}`,
    )
    expect(status).toBe(200)
    read.push(...body.history.events)
    before = body.history.before
  }
  expect(read).toEqual(events.toReversed())
  // A page of each lane at least.
  expect(pages).toBeLessThanOrEqual(16 + 4)
})

test('nobody of that id is not found, and an id that is none is refused', async ({ start }) => {
  const world = await start()
  await world.save([aState()])
  expect((await world.get(`/employees/${anId(99)}`)).status).toBe(404)
  const { status, body } = await world.get('/employees/amina')
  expect([status, body.detail]).toEqual([400, 'id: must be the id of an employee'])
})

test.for(['HEAD', 'POST', 'DELETE'])(
  'there is nothing but GET: %s is not found',
  async (method, { start }) => {
    const world = await start()
    for (const path of ['/events', '/presence', `/employees/${anId(1)}`])
      expect(await world.statusOf(method, path)).toBe(404)
  },
)

test('what is answered is not to be kept on the way', async ({ start }) => {
  const world = await start()
  await world.save([aState()])
  const { response } = await world.get(path)
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a page that calls itself by another name is not answered here', async ({ start }) => {
  const world = await start()
  const status = await new Promise((resolve) =>
    request(`${world.url}/presence`, { headers: { host: 'rebound.example.com' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).end(),
  )
  expect(status).toBe(403)
})
