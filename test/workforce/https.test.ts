import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as tls from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { createHttp } from '../../lib/workforce/http.ts'

/** A certificate of 127.0.0.1 that it signed itself, good until 2120, and its key. */
const certificate = new X509Certificate(
  Buffer.from(
    'MIIBTzCB9aADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMD' +
      'AxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQouzAS+TZWi7noverM' +
      'R0HlTcF0Dc2UshGAiTJcWaPgI7EDCCkL9yOcq7fQwTrayiDh3G/o4DqwRM/+eWrQaMCto0AwPjAPBgNVHREECDAGhw' +
      'R/AAABMAwGA1UdEwQFMAMBAf8wHQYDVR0OBBYEFOtOPfpg08j//rIxCbGxY0e7BFBdMAoGCCqGSM49BAMCA0kAMEYC' +
      'IQCxOx3ALYI8gTKuHfAtRpMZY6cxITuYEjt1EjEmFM3j1AIhAO7QjWkaOkXzpREEjD1+iY+1xHqK4Hl+bDopk9erxt' +
      'TQ',
    'base64',
  ),
).toString()
const key = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXRrbKfOLyGzIZPZGESv3XVbiuLPZTMjMv7y9qv27XC' +
      'GhRANCAAQouzAS+TZWi7noverMR0HlTcF0Dc2UshGAiTJcWaPgI7EDCCkL9yOcq7fQwTrayiDh3G/o4DqwRM/+eWrQ' +
      'aMCt',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
}).export({ format: 'pem', type: 'pkcs8' })

/** A service over TLS that answers `ok`; what was asked of it, and over how many connections. */
const startSecure = async () => {
  const seen = { requests: 0, connections: 0 }
  const server = createServer({ key, cert: certificate }, (_, response) => {
    seen.requests += 1
    response.end('ok')
  })
  server.on('connection', () => {
    seen.connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const http = createHttp({ connect: 1_000, headers: 1_000, body: 1_000 }, 100, Date.now)
  onTestFinished(() => http.close())
  const ask = (host: string) => {
    const url = new URL(`https://${host}:${port}/`)
    return http.send('employees', { url, method: 'POST', headers: {}, body: '{}' }, {})
  }
  return { seen, ask }
}

const trust = (): void => {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, certificate])
  onTestFinished(() => tls.setDefaultCACertificates(before))
}

test('a connection over TLS is used again', async () => {
  trust()
  const { seen, ask } = await startSecure()
  for (let call = 0; call < 3; call++) expect((await ask('127.0.0.1')).status).toBe(200)
  expect(seen).toEqual({ requests: 3, connections: 1 })
})

test('a service whose certificate nobody vouches for is told nothing', async () => {
  const { seen, ask } = await startSecure()
  await expect(ask('127.0.0.1')).rejects.toMatchObject({ kind: 'transport', reason: 'certificate' })
  expect(seen.requests).toBe(0)
})

test('a service whose certificate is of another name is told nothing', async () => {
  trust()
  const { seen, ask } = await startSecure()
  await expect(ask('localhost')).rejects.toMatchObject({ kind: 'transport', reason: 'certificate' })
  expect(seen.requests).toBe(0)
})
