import { expect, test } from 'vitest'
import { uuid } from '../support/builders.ts'
import { now, paths, problemOf, runningService } from '../support/running-service.ts'

const service = await runningService()
const expired = {
  status: 401,
  mediaType: 'application/problem+json',
  type: `${service.problemsUrl}#token-expired`,
  statusInBody: 401,
  fields: undefined,
}

const operations = [
  ['POST', paths.employees],
  ['PUT', `/employees/v1/${uuid(1)}/external-reference`],
  ['POST', paths.clockings],
  ['POST', paths.absences],
] as const
const headers = [
  ['no token', {}],
  ['a malformed token', { Authorization: 'Bearer' }],
  ['another scheme', { Authorization: 'Basic YTpi' }],
  ['an unknown token', { Authorization: 'Bearer unknown' }],
] as const

test.each(
  operations.flatMap(([method, path]) =>
    headers.map((header) => [method, path, ...header] as const),
  ),
)('%s %s with %s is 401', async (method, path, _case, header) => {
  const response = await service.send(method, path, 'not even JSON', header)
  expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
  expect(await problemOf(response)).toEqual(expired)
})

test('a token is good for an hour on the clock of the service, and no longer', async () => {
  const use = (token: string) =>
    service.send('POST', paths.employees, undefined, { Authorization: `bearer ${token}` })
  const token = await service.newToken()
  service.clock.set({ now: Date.parse(now) + 3_599_999 })
  expect((await use(token)).status).toBe(200)
  service.clock.set({ now: Date.parse(now) + 3_600_000 })
  expect(await problemOf(await use(token))).toEqual(expired)
  expect((await use(await service.newToken())).status).toBe(200)
})
