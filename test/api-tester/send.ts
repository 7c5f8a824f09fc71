import * as http from 'node:http'
import { text } from 'node:stream/consumers'

/** A request as it is sent; `body` null sends none. */
export type ApiRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

export type ApiAnswer = { status: number; headers: http.IncomingHttpHeaders; body: string }

/** Sends requests, odd ones too, over connections that are kept. */
export const createSender = (baseUrl: string) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
  const send = ({ method, path, headers, body }: ApiRequest): Promise<ApiAnswer> =>
    new Promise((resolve, reject) => {
      const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const options = { method, path, agent, headers: { ...headers, ...length } }
      const request = http.request(baseUrl, options, (answer) => {
        text(answer).then(
          (said) =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: said }),
          reject,
        )
      })
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  return { send, close: () => agent.destroy() }
}
export type Send = ReturnType<typeof createSender>['send']
