import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Lets requests through, refuses them, or takes them and never answers. */
type Mode = 'open' | 'refuses' | 'hangs'

/** Stands before an AWS engine. */
export const startGate = async (endpoint: string) => {
  let mode: Mode = 'open'
  let unanswered = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (mode === 'hangs') {
      unanswered += 1
      return
    }
    if (mode === 'refuses') {
      response.writeHead(503).end()
      return
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name))
        headers.set(name, value)
    const answer = await fetch(`${endpoint}${request.url ?? ''}`, {
      method: request.method ?? 'POST',
      headers,
      body,
    })
    const type = answer.headers.get('content-type') ?? 'text/xml'
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    set: (next: Mode): void => {
      mode = next
    },
    /** How many requests were taken and not answered. */
    unanswered: (): number => unanswered,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
