import { expect, test } from 'vitest'
import type { Clocking } from '../../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../../lib/workforce/contract/employee.ts'
import { aClocking, aHoliday, anEmployee, uuid } from '../support/builders.ts'
import { fieldProblem, now, paths, problemOf, runningService } from '../support/running-service.ts'

const service = await runningService({ employees: 12 })
const put = (path: string, body: unknown) => service.send('PUT', `/control${path}`, body)
const employees = async () => (await service.ask<{ items: Employee[] }>(paths.employees)).items
const clockings = async (employeeId: string) => {
  const filters = { employeeId, from: '2026-11-15T00:00:00Z', to: now }
  return (await service.ask<{ items: Clocking[] }>(paths.clockings, { filters })).items
}

/** A simulated employee with clockings, and the newest of these. */
const simulated = async () => {
  for (const { id } of await employees()) {
    const newest = (await clockings(id)).at(-1)
    if (newest) return { id, newest }
  }
  throw new Error('nobody has clocked in')
}

test('a written clocking replaces the simulated one with its id, for good', async () => {
  const { id, newest } = await simulated()
  const written = { ...newest, end: null, note: 'written' }
  await service.control('PUT', `/clockings/${newest.id}`, written)
  service.clock.set({ now: Date.parse(now) + 86_400_000 })
  await service.renew()
  expect((await clockings(id)).find((clocking) => clocking.id === newest.id)).toEqual(written)
  service.clock.set({ now: Date.parse(now) })
})

test('a deleted clocking stays deleted, simulated or not', async () => {
  const { id, newest } = await simulated()
  expect((await service.control('DELETE', `/clockings/${newest.id}`)).status).toBe(204)
  expect((await clockings(id)).map((clocking) => clocking.id)).not.toContain(newest.id)
})

test('a deleted employee is gone with all their clockings, and begins with none when put back', async () => {
  const { id } = await simulated()
  const before = (await employees()).length
  await service.control('DELETE', `/employees/${id}`)
  expect((await employees()).length).toBe(before - 1)
  await service.control('PUT', `/employees/${id}`, { ...anEmployee(1), id })
  expect((await employees()).length).toBe(before)
  expect(await clockings(id)).toEqual([])
})

test('the id may be left out of the body, and moments become UTC', async () => {
  const { id: _id, ...rest } = aClocking(5, { start: '2026-11-20T09:00:00+01:00' })
  const response = await put(`/clockings/${uuid(5)}`, rest)
  expect(await response.json()).toEqual(aClocking(5, { start: '2026-11-20T08:00:00Z' }))
})

test('ids are kept in lower case, whatever they are written in', async () => {
  const id = 'ABCDEF00-0000-4000-8000-0000000000AB'
  const breaks = [{ id, start: now, end: null }]
  const inCapitals = aClocking(0, { id, employeeId: id, breaks })
  const inLowerCase = JSON.parse(JSON.stringify(inCapitals).replaceAll(id, id.toLowerCase()))
  expect(await (await put(`/clockings/${id}`, inCapitals)).json()).toEqual(inLowerCase)
  expect(await clockings(id)).toEqual([inLowerCase])
})

test.each([
  ['an id that is not that of the path', '/clockings/', aClocking(6), 'id'],
  ['a clocking without breaks', '/clockings/', { ...aClocking(5), breaks: undefined }, 'breaks'],
  [
    'a break without a start',
    '/clockings/',
    { ...aClocking(5), breaks: [{ id: uuid(8), end: null }] },
    'breaks.0.start',
  ],
  ['an absence of another type', '/absences/', { ...aHoliday(5), $type: 'Lateness' }, '$type'],
  ['an employee without an email', '/employees/', { ...anEmployee(5), email: null }, 'email'],
  ['what is not JSON', '/employees/', '{', 'body'],
  ['nothing', '/employees/', undefined, 'body'],
])('refuses %s', async (_case, path, body, field) => {
  const response = await put(`${path}${uuid(5)}`, body)
  expect(await problemOf(response)).toEqual(fieldProblem(service, field))
})

test('refuses an id in the path that is no UUID', async () => {
  expect(await problemOf(await put('/employees/x', anEmployee(1)))).toEqual(
    fieldProblem(service, 'id'),
  )
})

test('the clock can be read, set, sped up and stopped', async () => {
  const set = async (body: unknown) => (await put('/clock', body)).json()
  const moment = '2027-01-01T00:00:00.000Z'
  expect(await set({ now: moment })).toEqual({ now: moment, speed: 0 })
  expect(await set({ speed: 60 })).toEqual({ now: expect.any(String), speed: 60 })
  expect(await set({ speed: 0, now })).toEqual({ now: '2026-11-20T12:00:00.000Z', speed: 0 })
  const read = await service.send('GET', '/control/clock')
  expect(await read.json()).toEqual({ now: '2026-11-20T12:00:00.000Z', speed: 0 })
})

test.each([
  [{ now: 'noon' }, 'now'],
  [{ speed: -1 }, 'speed'],
  [{ rate: 2 }, 'body'],
])('refuses the clock setting %j', async (body, field) => {
  expect(await problemOf(await put('/clock', body))).toEqual(fieldProblem(service, field))
})

test('requests are counted by operation, whatever became of them', async () => {
  const counts = async () => (await service.send('GET', '/control/requests')).json()
  const before = (await counts()) as Record<string, number>
  await service.requestToken()
  await service.call(paths.employees)
  await service.call(`/employees/v1/${uuid(1)}/external-reference`, {}, 'PUT')
  await service.call(paths.clockings, {})
  await service.send('POST', paths.absences)
  const expected = Object.entries(before).map(([kind, count]) => [kind, count + 1])
  expect(await counts()).toEqual(Object.fromEntries(expected))
  expect(Object.keys(before).sort()).toEqual([
    'absences',
    'clockings',
    'employees',
    'externalReference',
    'token',
  ])
})

test('a path that does not exist is 404 and a method that does not fit is 405', async () => {
  const missing = await service.call('/employees/v2/query')
  expect([missing.status, missing.headers.get('Content-Type')]).toEqual([
    404,
    'application/problem+json',
  ])
  for (const [path, allowed] of [
    [paths.token, 'POST'],
    [paths.employees, 'POST'],
    [paths.clockings, 'POST'],
    [paths.absences, 'POST'],
    [`/employees/v1/${uuid(1)}/external-reference`, 'PUT'],
  ] as const) {
    const response = await service.call(path, {}, 'DELETE')
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed])
  }
})

test('a body of more than a megabyte is 413', async () => {
  expect((await service.call(paths.clockings, 'x'.repeat(1_000_001))).status).toBe(413)
})

test('the page of problem types has an anchor for each', async () => {
  const page = await (await fetch(service.problemsUrl)).text()
  for (const fragment of [
    'token-expired',
    'forbidden',
    'resource-not-found',
    'conflict',
    'field-validation',
  ])
    expect(page).toContain(`id="${fragment}"`)
})
