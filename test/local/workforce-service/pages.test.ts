import { expect, test } from 'vitest'
import { openApiDocument } from '../../../lib/workforce/contract/openapi.ts'
import { operations } from '../../../lib/workforce/contract/operations.ts'
import { paths, runningService } from './support/running-service.ts'

const service = await runningService()
const { baseUrl } = service

test('describes itself at /openapi.json, with its own address', async () => {
  const answer = await service.send('GET', '/openapi.json')
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual(
    JSON.parse(JSON.stringify(openApiDocument({ baseUrl, authUrl: baseUrl }))),
  )
})

test('says at its root what it is, with links that lead somewhere', async () => {
  const answer = await service.send('GET', '/')
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
  const page = await answer.text()
  for (const { method, path } of Object.values(operations))
    expect(page).toContain(`<code>${method} ${path}</code>`)
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
  expect(links).toEqual(['/openapi.json', '/problems'])
  for (const link of links) expect((await service.send('GET', link)).status).toBe(200)
})

test.each(['/', '/openapi.json', '/problems'])('allows reading of %s alone', async (path) => {
  const answer = await service.send('POST', path, {})
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  expect((await service.send('HEAD', path)).status).toBe(200)
})

const origin = { Origin: 'https://editor.example.org' }
const preflight = (path: string, method: string) =>
  service.send('OPTIONS', path, undefined, {
    ...origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization,content-type',
  })

test('lets pages of any origin ask it', async () => {
  for (const [path, method] of [
    [paths.token, 'POST'],
    [paths.employees, 'POST'],
    ['/employees/v1/3/external-reference', 'PUT'],
  ] as const) {
    const { status, headers } = await preflight(path, method)
    expect(status).toBe(204)
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Access-Control-Allow-Methods')?.split(',')).toContain(method)
    expect(headers.get('Access-Control-Allow-Headers')).toMatch(/^Authorization,Content-Type$/)
  }
  const refusal = await service.send('POST', paths.employees, {}, origin)
  expect(refusal.status).toBe(401)
  expect(refusal.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(refusal.headers.get('Access-Control-Expose-Headers')).toContain('WWW-Authenticate')
})

test('lets no page of another origin steer it', async () => {
  expect(
    (await preflight('/control/clock', 'PUT')).headers.get('Access-Control-Allow-Origin'),
  ).toBe(null)
  const answer = await service.send('GET', '/control/requests', undefined, origin)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(null)
})

test('refuses OPTIONS that are no preflight as it does other methods', async () => {
  const answer = await service.send('OPTIONS', paths.employees)
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
})
