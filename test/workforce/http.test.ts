import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../../lib/workforce/http.ts'

const timeouts = { connect: 1_000, headers: 1_000, body: 1_000 }

/** A service that answers so, and the connections that were made to it. */
const startAnswering = async (answer: RequestListener) => {
  const sockets: Socket[] = []
  const server = createServer(answer)
  server.on('connection', (socket: Socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), sockets }
}

const startCounting = (status = 200, headers: Record<string, string> = {}) =>
  startAnswering((_, response) => response.writeHead(status, headers).end('ok'))

/** Begins an answer and never ends it. */
const startDawdling = (status = 200) =>
  startAnswering((_, response) => response.writeHead(status).write('['))

const client = () => {
  const http = createHttp(timeouts, 100, Date.now)
  onTestFinished(() => http.close())
  return http
}
const to = (url: URL) => ({ url, method: 'POST' as const, headers: {}, body: '{}' })

test('a connection is used again', async () => {
  const { url, sockets } = await startCounting()
  const http = client()
  for (let call = 0; call < 3; call++) {
    const { status, body } = await http.send('employees', to(url), {})
    expect(status).toBe(200)
    expect(Buffer.from(body ?? []).toString()).toBe('ok')
  }
  expect(sockets.length).toBe(1)
})

test('calls at the same time have a connection each', async () => {
  const { url, sockets } = await startCounting()
  const http = client()
  await Promise.all([1, 2, 3].map(() => http.send('employees', to(url), {})))
  expect(sockets.length).toBe(3)
})

test('closing drops every connection', async () => {
  const { url, sockets } = await startCounting()
  const http = client()
  await http.send('employees', to(url), {})
  const [socket] = sockets
  expect(socket?.destroyed).toBe(false)
  const closed = socket === undefined ? [] : once(socket, 'close')
  await http.close()
  await closed
  expect(socket?.destroyed).toBe(true)
})

test('a redirection is an answer, and is not followed', async () => {
  const { url, sockets } = await startCounting(307, { location: 'http://127.0.0.1:1/' })
  const { status } = await client().send('employees', to(url), {})
  expect(status).toBe(307)
  expect(sockets.length).toBe(1)
})

test('an answer that switches to another protocol is none', async () => {
  const { url } = await startCounting(101, { connection: 'upgrade', upgrade: 'x' })
  await expect(client().send('employees', to(url), {})).rejects.toMatchObject({
    kind: 'transport',
    reason: 'network',
  })
})

test('a call whose signal was aborted before is not sent', async () => {
  const { url, sockets } = await startCounting()
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(client().send('employees', to(url), { signal })).rejects.toThrow('too late')
  expect(sockets.length).toBe(0)
})

test.each([200, 403])(
  'a call ends by its signal in the midst of an answer with status %i',
  async (status) => {
    const { url } = await startDawdling(status)
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(new Error('gone')), 50)
    await expect(client().send('employees', to(url), { signal: leaving.signal })).rejects.toThrow(
      'gone',
    )
  },
)

test.each([200, 403])(
  'a call ends at its deadline, or when time is out, in the midst of an answer with status %i',
  async (status) => {
    const { url } = await startDawdling(status)
    const http = createHttp({ ...timeouts, body: 200 }, 100, Date.now)
    onTestFinished(() => http.close())
    const early = http.send('employees', to(url), { deadline: Date.now() + 100 })
    const late = http.send('employees', to(url), { deadline: Date.now() + 10_000 })
    await expect(early).rejects.toMatchObject({ kind: 'deadline' })
    await expect(late).rejects.toMatchObject({ kind: 'transport', reason: 'body-timeout' })
  },
)

test('closing ends the calls that run', async () => {
  const { url, sockets } = await startDawdling()
  const http = client()
  const running = http.send('employees', to(url), {})
  running.catch(() => {})
  while (sockets.length === 0) await new Promise((next) => setTimeout(next, 5))
  await http.close()
  await expect(running).rejects.toMatchObject({ operation: 'employees' })
})

test('a connection that dies while nobody uses it costs no call', async () => {
  const { url, sockets } = await startCounting()
  const http = client()
  await http.send('employees', to(url), {})
  const [socket] = sockets
  if (socket) await once(socket.destroy(), 'close')
  await new Promise((next) => setTimeout(next, 20))
  expect((await http.send('employees', to(url), {})).status).toBe(200)
  expect(sockets.length).toBe(2)
})

test('an answer in many pieces is put together, wherever they are cut', async () => {
  const bytes = Buffer.from('{"name":"Zoë 🕘"}')
  const { url } = await startAnswering(async (_, response) => {
    for (const byte of bytes) {
      response.write(Buffer.of(byte))
      await new Promise((next) => setTimeout(next, 2))
    }
    response.end()
  })
  const { body } = await client().send('employees', to(url), {})
  expect(Buffer.from(body ?? []).equals(bytes)).toBe(true)
})
