import { afterEach, expect, test, vi } from 'vitest'
import { aClocking, uuid } from '../support/builders.ts'
import { fieldProblem, paths, problemOf, runningService } from '../support/running-service.ts'

const service = await runningService()
const employeeId = uuid(1)
await service.control('PUT', `/clockings/${uuid(1)}`, aClocking(1))
const clockings = (id = employeeId) =>
  service.call(paths.clockings, { filters: { employeeId: id } })
const fault = (body: object) => service.control('POST', '/faults', body)
const faultsLeft = async () => (await service.send('GET', '/control/faults')).json()

afterEach(async () => {
  await service.control('DELETE', '/faults')
  await service.renew()
})

test('a status is answered as often as asked for, with Retry-After', async () => {
  const refusal = { kind: 'status', status: 429, retryAfter: 7, times: 2 }
  await fault({ on: 'clockings', ...refusal })
  for (const _time of [1, 2]) {
    const response = await clockings()
    expect(response.headers.get('Retry-After')).toBe('7')
    expect(await problemOf(response)).toMatchObject({
      status: 429,
      mediaType: 'application/problem+json',
      type: 'about:blank',
      statusInBody: 429,
    })
  }
  expect((await clockings()).status).toBe(200)
})

test.each([
  [401, 'token-expired'],
  [403, 'forbidden'],
  [409, 'conflict'],
  [422, 'field-validation'],
])('status %i comes with the problem type #%s', async (status, fragment) => {
  await fault({ on: '*', kind: 'status', status, times: 1 })
  expect((await problemOf(await clockings())).type).toBe(`${service.problemsUrl}#${fragment}`)
})

test('Retry-After may be an HTTP date', async () => {
  const retryAfter = 'Fri, 20 Nov 2026 12:00:30 GMT'
  await fault({ on: '*', kind: 'status', status: 503, retryAfter, times: 1 })
  expect((await clockings()).headers.get('Retry-After')).toBe(retryAfter)
})

test('a fault for one employee leaves the others alone', async () => {
  await fault({ on: 'clockings', employeeId, kind: 'status', status: 403, times: 1 })
  expect((await clockings(uuid(2))).status).toBe(200)
  expect((await clockings()).status).toBe(403)
})

test('an employee may be named in capitals, and is listed in lower case', async () => {
  const id = 'ABCDEF00-0000-4000-8000-0000000000AB'
  const refusal = { on: 'clockings', kind: 'status', status: 403, times: 2 }
  await fault({ ...refusal, employeeId: id })
  expect(await faultsLeft()).toEqual([{ ...refusal, employeeId: id.toLowerCase() }])
  expect((await clockings(id)).status).toBe(403)
  expect((await clockings(id.toLowerCase())).status).toBe(403)
})

test('a fault for one operation leaves the others alone, and employees means both of theirs', async () => {
  await fault({ on: 'employees', kind: 'status', status: 500, times: 2 })
  expect((await clockings()).status).toBe(200)
  expect((await service.requestToken()).status).toBe(200)
  expect((await service.call(paths.employees)).status).toBe(500)
  const reference = `/employees/v1/${uuid(1)}/external-reference`
  expect((await service.call(reference, { externalReference: null }, 'PUT')).status).toBe(500)
})

test('the token endpoint can fail too', async () => {
  await fault({ on: 'token', kind: 'status', status: 500, times: 1 })
  expect((await service.requestToken()).status).toBe(500)
})

test('a delay comes before the usual answer', async () => {
  await fault({ on: 'clockings', kind: 'delay', delayMs: 120, times: 1 })
  const begun = performance.now()
  expect((await clockings()).status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(110)
})

test('a late answer shows what was so when it was made', async () => {
  await fault({ on: 'clockings', kind: 'late', delayMs: 120, times: 1 })
  const begun = performance.now()
  const asked = clockings()
  await vi.waitFor(async () => expect(await faultsLeft()).toEqual([]))
  await service.control('PUT', `/clockings/${uuid(2)}`, aClocking(2))
  expect(await (await asked).json()).toMatchObject({ items: [{ id: uuid(1) }] })
  expect(performance.now() - begun).toBeGreaterThan(110)
  await service.control('DELETE', `/clockings/${uuid(2)}`)
})

test('a dropped request gets no answer', async () => {
  await fault({ on: 'clockings', kind: 'drop', times: 1 })
  await expect(clockings()).rejects.toThrow('fetch failed')
  expect((await clockings()).status).toBe(200)
})

test('a truncated answer promises more than comes', async () => {
  const whole = Buffer.byteLength(await (await clockings()).text())
  await fault({ on: 'clockings', kind: 'truncate', times: 1 })
  const response = await clockings()
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('Content-Length'))).toBe(whole)
  let received = 0
  const read = async () => {
    for await (const chunk of response.body ?? []) received += chunk.length
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(received).toBe(Math.floor(whole / 2))
})

test.each([
  [{}, 502],
  [{ status: 503 }, 503],
])('an HTML page comes with a status of its own (%j)', async (extra, status) => {
  await fault({ on: '*', kind: 'html', times: 1, ...extra })
  const response = await clockings()
  expect(response.status).toBe(status)
  expect(response.headers.get('Content-Type')).toContain('text/html')
  expect(await response.text()).toContain('<html>')
})

test('expired tokens are refused until a new one is taken', async () => {
  await fault({ on: 'clockings', kind: 'expire-tokens', times: 1 })
  expect((await clockings()).status).toBe(401)
  expect((await clockings()).status).toBe(401)
  await service.renew()
  expect((await clockings()).status).toBe(200)
})

test('faults are played oldest first, one to a request, can be listed and taken back', async () => {
  await fault({ on: '*', kind: 'status', status: 500, times: 1 })
  await fault({ on: '*', kind: 'status', status: 503, times: 5 })
  expect((await clockings()).status).toBe(500)
  expect((await clockings()).status).toBe(503)
  expect(await faultsLeft()).toEqual([{ on: '*', kind: 'status', status: 503, times: 4 }])
  await service.control('DELETE', '/faults')
  expect((await clockings()).status).toBe(200)
})

test.each([
  ['an unknown operation', { on: 'shifts', kind: 'drop', times: 1 }, 'on'],
  ['an unknown kind', { on: '*', kind: 'explode', times: 1 }, 'kind'],
  ['no times', { on: '*', kind: 'drop' }, 'times'],
  ['a status without its number', { on: '*', kind: 'status', times: 1 }, 'status'],
  ['a delay without its length', { on: '*', kind: 'delay', times: 1 }, 'delayMs'],
  ['a short listing without its length', { on: 'employees', kind: 'short', times: 1 }, 'keep'],
  ['a short listing of clockings', { on: 'clockings', kind: 'short', keep: 1, times: 1 }, 'on'],
  ['a part of an employee', { on: 'employees', kind: 'short', keep: 1.5, times: 1 }, 'keep'],
  ['a stale answer without its age', { on: '*', kind: 'stale', times: 1 }, 'secondsAgo'],
  ['a key that does not exist', { on: '*', kind: 'drop', times: 1, delay: 5 }, 'body'],
])('refuses %s', async (_case, body, field) => {
  const response = await service.send('POST', '/control/faults', body)
  expect(await problemOf(response)).toEqual(fieldProblem(service, field))
})
