import { createServer } from 'node:http'
import { listenOnLoopback } from '../local/loopback.ts'

/**
 * Serves a Workforce API that answers every request after a set time; tells this process's parent its address,
 * and ends with it.
 * @param latency in milliseconds; what answering takes is part of it
 * @param answerTo what the request with a path and a body is answered, as JSON
 */
export const serveAnswers = async (
  latency: number,
  answerTo: (path: string, body: string) => unknown,
): Promise<void> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => {
        const came = performance.now()
        const body = JSON.stringify(answerTo(request.url ?? '', Buffer.concat(chunks).toString()))
        const length = Buffer.byteLength(body)
        const headers = { 'content-type': 'application/json', 'content-length': length }
        const answer = () => response.writeHead(200, headers).end(body)
        setTimeout(answer, Math.max(0, latency - (performance.now() - came)))
      })
  })
  server.keepAliveTimeout = 60_000
  process.once('disconnect', () => process.exit())
  process.send?.(await listenOnLoopback(server))
}
