import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A request of an AWS client: `DescribeTable`, or method and path where the service speaks REST. */
export type Call = { operation: string; body: Record<string, unknown> }

const operationOf = ({ method, url, headers }: IncomingMessage): string => {
  const target = headers['x-amz-target']
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1)
  return `${method} ${url}`
}

/** An answer; one with a name of an error is refused. */
export type Reply = Record<string, unknown> | { error: string }

/**
 * Services of AWS that speak JSON, over HTTP, for the real clients: a function answers what
 * they ask. Returns what clients need to reach it, and all calls so far.
 */
export const fakeAws = async (answer: (call: Call) => Reply) => {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const call = { operation: operationOf(request), body: sent === '' ? {} : JSON.parse(sent) }
    calls.push(call)
    const reply = answer(call)
    const error = 'error' in reply ? { 'x-amzn-errortype': String(reply['error']) } : {}
    response
      .writeHead('error' in reply ? 400 : 200, { 'content-type': 'application/json', ...error })
      .end(JSON.stringify('error' in reply ? { __type: reply['error'] } : reply))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const config = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  }
  return { config, calls }
}
