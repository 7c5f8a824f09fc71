import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openApiDocument } from '../../lib/workforce/contract/openapi.ts'
import { closeServer, listenOnLoopback } from '../../local/loopback.ts'
import { startWorkforceService } from '../../local/workforce-service/start.ts'
import { type ApiAnswer, createSender } from './send.ts'
import { testApi } from './tester.ts'

vi.setConfig({ testTimeout: 120_000 })

const operations = [
  'listEmployees',
  'setExternalReference',
  'listClockings',
  'listAbsences',
  'requestToken',
]

test('the local Workforce service answers as its OpenAPI document says', async () => {
  // More than a page of people.
  const service = await startWorkforceService({ port: 0, employees: 150, seed: 1 })
  onTestFinished(() => service.close())
  const { findings, asked } = await testApi({ ...service, examples: 120, seed: 20_261_120 })
  expect(findings).toEqual([])
  // Whatever is described has been answered, so that what was judged was not refusals alone.
  expect([...asked.keys()]).toEqual(operations)
  for (const operation of operations.slice(0, 4))
    expect([...(asked.get(operation)?.keys() ?? [])].sort()).toEqual(
      expect.arrayContaining([200, 401, 405, 422]),
    )
  expect(asked.get('setExternalReference')?.get(404)).toBeGreaterThan(0)
})

type Reply = { status: number; headers?: Record<string, string>; body: string }
const plainJson = { 'content-type': 'application/json' }
const json = { 'Content-Type': 'application/json' }
const page = JSON.stringify({ items: [], continuationToken: null })

/** A service that describes itself as it should, issues tokens, and answers all else alike. */
const faultyService = async (reply: Reply) => {
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const isOwn = request.url === '/openapi.json' && request.method === 'GET'
    const isToken = request.url === '/connect/token' && sent.includes('client_id=known')
    const token = { access_token: 'x', token_type: 'Bearer', expires_in: 3_600 }
    const isFirst = request.url === '/employees/v1/query' && sent === ''
    const { status, headers, body } =
      isOwn || isToken
        ? { status: 200, headers: json, body: JSON.stringify(isOwn ? openApiDocument() : token) }
        : isFirst
          ? { status: 200, headers: json, body: page }
          : reply
    response.writeHead(status, headers).end(body)
  })
  const baseUrl = await listenOnLoopback(server)
  onTestFinished(() => closeServer(server))
  return { baseUrl, clientId: 'known', clientSecret: 'x', examples: 60, seed: 1 }
}

test.each<[string, Reply]>([
  ['fails', { status: 500, body: '' }],
  ['takes everything', { status: 200, headers: json, body: page }],
  ['refuses everything', { status: 422, headers: json, body: '{}' }],
  ['is another service', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' }],
  ['knows no path', { status: 404, headers: json, body: '{}' }],
])('a service that %s is found out at every operation', async (_name, reply) => {
  const { findings } = await testApi(await faultyService(reply))
  expect(findings.map(({ operation }) => operation)).toEqual(operations)
})

/** What comes back, changed by somebody who sits in between. */
type Between = { authorize?: boolean; change?: (answer: ApiAnswer) => Partial<ApiAnswer> }

const serviceBehind = async ({ authorize = false, change = () => ({}) }: Between) => {
  const service = await startWorkforceService({ port: 0, employees: 5, seed: 1 })
  const { send, close } = createSender(service.baseUrl)
  let token = ''
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const { authorization = '', 'content-type': type = 'application/json' } = headers
    const body = (await text(request)) || null
    const own = { 'Content-Type': type, Authorization: authorize ? token : authorization }
    const isOpen = path === '/connect/token'
    const asked = { method, path, body, headers: isOpen ? { 'Content-Type': type } : own }
    const answer = await send(asked)
    if (isOpen && answer.status === 200) token = `Bearer ${JSON.parse(answer.body).access_token}`
    const { status, headers: sent, body: said } = { ...answer, ...change(answer) }
    delete sent['content-length']
    response.writeHead(status, sent).end(said)
  })
  const baseUrl = await listenOnLoopback(server)
  onTestFinished(async () => {
    await closeServer(server)
    close()
    await service.close()
  })
  return { ...service, baseUrl, examples: 80, seed: 1 }
}

const found = async (between: Between): Promise<string[]> => {
  const { findings } = await testApi(await serviceBehind(between))
  return findings.map(({ problem }) => problem)
}

test('a service that is only passed on has no findings', async () => {
  expect(await found({})).toEqual([])
})

test.each<[string, Between, RegExp]>([
  ['lets anybody in', { authorize: true }, /^status \d+ instead of 401$/],
  [
    'does not say which methods it knows',
    { change: ({ headers: { allow, ...headers } }) => ({ headers }) },
    /^Allow is undefined$/,
  ],
  [
    'does not say how to authenticate',
    { change: ({ headers: { 'www-authenticate': asked, ...headers } }) => ({ headers }) },
    /^WWW-Authenticate is missing$/,
  ],
  [
    'does not say which field is wrong',
    {
      change: ({ status, body }) =>
        status === 422 ? { body: body.replace('"errors"', '"faults"') } : {},
    },
    /^its body is not as described: .*errors/,
  ],
  [
    'answers problems as any JSON',
    {
      change: ({ status, headers }) =>
        status === 422 ? { headers: { ...headers, ...plainJson } } : {},
    },
    /^it is application\/json, not application\/problem\+json$/,
  ],
])('a service that %s is found out', async (_name, between, problem) => {
  expect(await found(between)).toContainEqual(expect.stringMatching(problem))
})
