import { setImmediate } from 'node:timers/promises'
import { createWorkforceClient, type WorkforceClient } from '../../lib/workforce/client.ts'
import type { WorkforceClientOptions } from '../../lib/workforce/client-options.ts'
import { DeadlineError } from '../../lib/workforce/errors.ts'
import type { Answer, Http, HttpRequest } from '../../lib/workforce/http.ts'
import type { Timing } from '../../lib/workforce/waiting.ts'
import { secret, token } from './service.ts'

type Sleeper = { until: number; wake: () => void }

/** A clock that stands while anything is to be done, and then moves to the next who wakes. */
export const virtualTime = (start = Date.parse('2026-11-18T12:00:00Z')) => {
  let time = start
  let sleepers: Sleeper[] = []
  let running = false

  const run = async (): Promise<void> => {
    running = true
    while (sleepers.length > 0) {
      await setImmediate()
      const next = sleepers.toSorted((a, b) => a.until - b.until)[0]
      sleepers = sleepers.filter((each) => each !== next)
      if (next) time = Math.max(time, next.until)
      next?.wake()
    }
    running = false
  }

  const sleep: Timing['sleep'] = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const sleeper = { until: time + milliseconds, wake: resolve }
      const abort = (): void => {
        sleepers = sleepers.filter((each) => each !== sleeper)
        reject(signal?.reason)
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      sleepers.push(sleeper)
      if (!running) void run()
    })

  return { start, now: () => time, sleep, random: () => 0.5 }
}
export type VirtualTime = ReturnType<typeof virtualTime>

type Reply = { status?: number; retryAfter?: string; body?: unknown }
type Sent = { path: string; at: number; authorization: string | undefined; body: string }

const answerOf = ({ status = 200, retryAfter, body = {} }: Reply): Answer => ({
  status,
  retryAfter,
  body: new TextEncoder().encode(JSON.stringify(body)),
})

export const aPage = (items: unknown[], continuationToken: string | null = null): Reply => ({
  body: { items, continuationToken },
})

const grant = { body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } }

/** A service in memory whose answers take a while by a virtual clock. */
export const memoryHttp = (
  time: VirtualTime,
  api: (request: { path: string; body: Record<string, unknown> }) => Reply,
  tokens: () => Reply = () => grant,
  latency = 50,
): Http & { sent: Sent[]; isClosed: () => boolean } => {
  const sent: Sent[] = []
  let closed = false
  const reply = ({ url, body }: HttpRequest): Reply =>
    url.pathname.endsWith('/connect/token')
      ? tokens()
      : api({ path: url.pathname, body: JSON.parse(body) })
  return {
    sent,
    isClosed: () => closed,
    send: async (operation, request, { deadline = Number.POSITIVE_INFINITY, signal }) => {
      const { url, headers, body } = request
      sent.push({
        path: url.pathname,
        at: time.now(),
        authorization: headers['authorization'],
        body,
      })
      const left = deadline - time.now()
      await time.sleep(Math.min(latency, left), signal)
      if (left < latency) throw new DeadlineError(operation)
      return answerOf(reply(request))
    },
    close: async () => {
      closed = true
    },
  }
}

/** A client over memory, by a virtual clock. */
export const aMemoryClient = (
  http: Http,
  time: VirtualTime,
  options: Partial<WorkforceClientOptions> = {},
): WorkforceClient =>
  createWorkforceClient({
    baseUrl: 'https://api.example.com',
    authUrl: 'https://auth.example.com',
    credentials: async () => ({ clientId: 'an-application', clientSecret: secret }),
    requestsPerSecond: 1_000,
    timing: time,
    http,
    ...options,
  })
