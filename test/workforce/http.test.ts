import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../../lib/workforce/http.ts'

const timeouts = { connect: 1_000, headers: 1_000, body: 1_000 }

/** A service that answers `ok`, and the connections that were made to it. */
const startCounting = async (status = 200, headers: Record<string, string> = {}) => {
  const sockets: Socket[] = []
  const server = createServer((_, response) => response.writeHead(status, headers).end('ok'))
  server.on('connection', (socket: Socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), sockets }
}

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
