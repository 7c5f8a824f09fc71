import { createServer } from 'node:http'
import { listenOnLoopback } from '../local/loopback.ts'
import { answerTo } from './organisation/answers.ts'

/**
 * A Workforce API of so many employees that answers every request after a set time, in a process of
 * its own; tells its parent its address. Arguments: employees, latency in milliseconds.
 */

const [, , employees = '', latency = ''] = process.argv

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .once('end', () => {
      const came = performance.now()
      const text = Buffer.concat(chunks).toString()
      const body = JSON.stringify(answerTo(Number(employees), request.url ?? '', text))
      const length = Buffer.byteLength(body)
      const headers = { 'content-type': 'application/json', 'content-length': length }
      const answer = () => response.writeHead(200, headers).end(body)
      // What answering takes is part of the latency.
      setTimeout(answer, Math.max(0, Number(latency) - (performance.now() - came)))
    })
})
server.keepAliveTimeout = 60_000
process.send?.(await listenOnLoopback(server))
process.once('disconnect', () => process.exit())
