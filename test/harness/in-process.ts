import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'

/** A request as the AWS SDK has it when it is to be sent. */
type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Uint8Array
}

const inLowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** As the SDK says it where a request is given up, whatever the reason. */
const aborted = ({ reason }: AbortSignal): Error =>
  Object.assign(new Error('Request aborted', { cause: reason }), { name: 'AbortError' })

/**
 * How a client of the AWS SDK reaches an embedded DynamoDB in its own process: each request goes to the
 * listener of the server, and no socket is between. HTTP would be a third of what a call costs, and a
 * signature a tenth, of which that server reads no more than that there is one. What is asked, answered
 * and thrown is the same.
 */
export const inProcess = (server: Server) => ({
  signer: {
    sign: async <Signed extends { headers: Record<string, string> }>(request: Signed) => {
      request.headers['x-amz-date'] = '20260101T000000Z'
      request.headers['authorization'] =
        'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none'
      return request
    },
  },

  requestHandler: {
    metadata: { handlerProtocol: 'in-process' },
    destroy: () => undefined,
    handle: async (
      { method, path, headers, body }: Request,
      { abortSignal }: { abortSignal?: AbortSignal } = {},
    ) => {
      // As with a socket, whatever else is to be done has its turn before the answer.
      await setImmediate()
      if (abortSignal?.aborted) throw aborted(abortSignal)
      const response = await new Promise((resolve, reject) => {
        abortSignal?.addEventListener('abort', () => reject(aborted(abortSignal)), { once: true })
        const request = Object.assign(new EventEmitter(), {
          method,
          url: path,
          headers: inLowerCase(headers),
        })
        const answer = {
          statusCode: 200,
          headers: {} as Record<string, string>,
          setHeader: (name: string, value: unknown) => {
            answer.headers[name.toLowerCase()] = String(value)
          },
          end: (text = '') => resolve({ ...answer, body: Buffer.from(text) }),
        }
        server.emit('request', request, answer)
        if (body !== undefined)
          request.emit('data', Buffer.from(body.buffer, body.byteOffset, body.byteLength))
        request.emit('end')
      })
      return { response }
    },
  },
})
