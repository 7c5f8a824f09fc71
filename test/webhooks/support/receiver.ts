import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { Webhook } from 'standardwebhooks'

/** How a receiver answers a request. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

/** A request that a receiver took: who it says it is, and whether it was signed with a key of its own. */
export type Received = {
  at: number
  id: string
  isGenuine: boolean
  headers: IncomingMessage['headers']
  raw: string
  body: Record<string, unknown>
}

export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end()

export const hostname = 'receiver.example'

/** A certificate for a name, and its key, as PEM. */
export const certificateFor = async (name: string) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  return { cert, key }
}

let made: ReturnType<typeof certificateFor> | null = null
/** The certificate of all receivers: making one takes a while. */
export const ownCertificate = () => {
  made ??= certificateFor(hostname)
  return made
}

/**
 * An endpoint as anybody might have one: HTTPS on this machine, which verifies with the library what it
 * gets and misbehaves on demand.
 * @param keys what it takes for genuine
 */
export const startReceiver = async (
  keys: readonly string[],
  certificate?: { cert: string; key: string },
) => {
  const own = certificate ?? (await ownCertificate())
  const received: Received[] = []
  const refused: Received[] = []
  let behave: Behaviour = status(204)
  const server = createServer(own, async (request, response) => {
    const raw = await text(request)
    const headers = request.headers as Record<string, string>
    const isGenuine = keys.some((key) => {
      try {
        new Webhook(key).verify(raw, headers)
        return true
      } catch {
        return false
      }
    })
    const id = headers['webhook-id'] ?? ''
    const got = { at: Date.now(), id, isGenuine, headers, raw, body: JSON.parse(raw) }
    response.once('finish', () => {
      const isTaken = response.statusCode >= 200 && response.statusCode < 300
      ;(isTaken ? received : refused).push(got)
    })
    behave(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    cert: own.cert,
    url: `https://${hostname}:${port}/attendance`,
    port,
    /** What it answered with 2xx. */
    received,
    /** What it answered with anything else. */
    refused,
    behaveAs: (behaviour: Behaviour) => {
      behave = behaviour
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
