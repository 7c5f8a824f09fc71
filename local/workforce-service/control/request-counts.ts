import type { MiddlewareHandler } from 'hono'
import type { RequestKind } from './faults.ts'

/** How many requests of each kind have come in, whatever became of them. */
export type RequestCounts = Record<RequestKind, number>

export const noRequests = (): RequestCounts => ({
  token: 0,
  employees: 0,
  externalReference: 0,
  clockings: 0,
  absences: 0,
})

/** Counts the requests of one kind. */
export const countRequests =
  (counts: RequestCounts, kind: RequestKind): MiddlewareHandler =>
  async (_c, next) => {
    counts[kind] += 1
    await next()
  }
