import { expect, test } from 'vitest'
import { ServerError } from '../../lib/workforce/errors.ts'
import { anId } from '../harness/builders.ts'
import { aMemoryClient, aPage, memoryHttp, virtualTime } from './memory.ts'
import { aClocking, anEmployee } from './records.ts'
import { all, employeeId, errorOf, token } from './service.ts'

const grantOf = (value: string) => ({
  body: { access_token: value, token_type: 'Bearer', expires_in: 3600 },
})

test('a client over a transport of one’s own reads pages, with a token', async () => {
  const time = virtualTime()
  const http = memoryHttp(time, ({ body }) =>
    body['continuationToken'] === 'second'
      ? aPage([anEmployee({ id: anId(2) }), { id: anId(3) }])
      : aPage([anEmployee()], 'second'),
  )
  const pages = await all(aMemoryClient(http, time).listEmployees())
  expect(pages).toEqual([
    { records: [anEmployee()], rejected: [] },
    {
      records: [anEmployee({ id: anId(2) })],
      rejected: [{ index: 1, id: anId(3), problems: expect.any(Array) }],
    },
  ])
  expect(http.sent.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/connect/token', undefined],
    ['/employees/v1/query', `Bearer ${token}`],
    ['/employees/v1/query', `Bearer ${token}`],
  ])
})

test('its attempts, tokens and turns are those of the real one, by the clock that it is given', async () => {
  const time = virtualTime()
  let tokens = 0
  const statuses = [500, 401, 200]
  const http = memoryHttp(
    time,
    () => {
      const status = statuses.shift() ?? 200
      return status === 200 ? aPage([aClocking()]) : { status }
    },
    () => grantOf(`token-${++tokens}`),
  )
  const client = aMemoryClient(http, time, { requestsPerSecond: 0.1 })
  const [page] = await all(client.listClockings({ employeeId }))
  expect(page?.records).toEqual([aClocking()])
  expect(http.sent.map(({ at, authorization }) => [at - time.start, authorization])).toEqual([
    [0, undefined],
    [10_000, 'Bearer token-1'],
    [20_000, 'Bearer token-1'],
    [30_000, undefined],
    [40_000, 'Bearer token-2'],
  ])
})

test('its errors are ours, and it is closed with the client', async () => {
  const time = virtualTime()
  const http = memoryHttp(time, () => ({ status: 500 }))
  const client = aMemoryClient(http, time)
  expect(await errorOf(all(client.listEmployees()))).toBeInstanceOf(ServerError)
  expect(http.isClosed()).toBe(false)
  await client.close()
  expect(http.isClosed()).toBe(true)
})
