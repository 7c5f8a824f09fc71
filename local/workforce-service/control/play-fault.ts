import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod'
import type { SettableClock } from '../../clock.ts'
import type { IssuedTokens } from '../issued-tokens.ts'
import type { RecordsWithPast } from '../past-records.ts'
import { fragmentOf, ProblemAnswer } from '../problems.ts'
import type { ServiceEnv } from '../service-env.ts'
import type { Fault, Faults, RequestKind } from './faults.ts'
import { recordsShown } from './untrue-records.ts'

const FilteredByEmployee = z.object({ filters: z.object({ employeeId: z.string() }) })

/** The employee that a request is about, if it says so legibly. */
const employeeIdOf = async (c: Context): Promise<string | undefined> => {
  const inPath: string | undefined = c.req.param('employeeId')
  if (inPath !== undefined) return inPath
  try {
    return FilteredByEmployee.parse(JSON.parse(await c.req.text())).filters.employeeId
  } catch {
    return undefined
  }
}

const headersOf = (fault: Fault): Record<string, string> => ({
  ...(fault.retryAfter !== undefined && { 'Retry-After': String(fault.retryAfter) }),
})

const failWithStatus = (fault: Fault): never => {
  const status = fault.status ?? 500
  throw new ProblemAnswer(fragmentOf(status) ?? status, 'A fault of the control API.', {
    headers: {
      ...headersOf(fault),
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
    ...(status === 422 && { errors: { body: ['A fault of the control API'] } }),
  })
}

const htmlPage = (fault: Fault): Response =>
  new Response('<!doctype html>\n<html><body><h1>Bad gateway</h1></body></html>\n', {
    status: fault.status ?? 502,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headersOf(fault) },
  })

const outgoingOf = (c: Context<ServiceEnv>): ServerResponse => {
  const { outgoing } = c.env
  if (outgoing === undefined) throw new Error('This fault needs a connection to break.')
  return outgoing
}

const drop = (c: Context<ServiceEnv>): Response => {
  outgoingOf(c).destroy()
  return RESPONSE_ALREADY_SENT
}

/** Promises the whole answer, sends its first half and breaks the connection. */
const truncate = async (c: Context<ServiceEnv>): Promise<void> => {
  const outgoing = outgoingOf(c)
  const body = Buffer.from(await c.res.arrayBuffer())
  outgoing.writeHead(c.res.status, {
    ...Object.fromEntries(c.res.headers),
    'content-length': body.length,
  })
  outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy())
  // Hono copies the headers of a response that is replaced, but not of one taken away first.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT
}

const Page = z.looseObject({ items: z.array(z.looseObject({})) })

/** Gives the first record of an answer a field that breaks the contract, and leaves its id. */
const spoil = async (c: Context<ServiceEnv>): Promise<void> => {
  if (c.res.status !== 200) return
  const page = Page.parse(await c.res.clone().json())
  const [first, ...others] = page.items
  if (first === undefined) return
  const field = 'start' in first ? { start: 'not a date' } : { name: null }
  c.res = c.json({ ...page, items: [{ ...first, ...field }, ...others] })
}

/** What faults are played with. */
export type FaultParts = {
  faults: Faults
  tokens: IssuedTokens
  records: RecordsWithPast
  clock: SettableClock
}

/**
 * Plays the next fault that a request matches, before anything else looks at the request,
 * as a gateway in front of the service would, or as records would that are not what they were.
 */
export const playFault =
  (
    kind: RequestKind,
    { faults, tokens, records, clock }: FaultParts,
  ): MiddlewareHandler<ServiceEnv> =>
  async (c, next) => {
    const fault = faults.take(kind, await employeeIdOf(c))
    c.set('records', recordsShown(records, fault, clock.now()))
    switch (fault?.kind) {
      case 'status':
        return failWithStatus(fault)
      case 'html':
        return htmlPage(fault)
      case 'drop':
        return drop(c)
      case 'delay':
        await wait(fault.delayMs, undefined, { ref: false })
        break
      case 'expire-tokens':
        tokens.expireAll()
        break
    }
    await next()
    if (fault?.kind === 'late') await wait(fault.delayMs, undefined, { ref: false })
    if (fault?.kind === 'truncate') return truncate(c)
    return fault?.kind === 'bad-record' ? spoil(c) : undefined
  }
