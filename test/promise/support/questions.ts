import * as z from 'zod'
import { absencesIn, clockingsIn, employeesIn, type World } from './world.ts'

/** What was asked, and of which page. */
export type Asked = {
  of: 'token' | 'employees' | 'clockings' | 'absences'
  employeeId: string | null
  from: string | null
  to: string | null
  /** Counted from 1. */
  page: number
  /** When, epoch milliseconds by the clock of the test. */
  at: number
}

/** A request that breaks a rule of spec section 4; answered with 422. */
export class Unprocessable extends Error {}

const paging = {
  continuationToken: z.string().nullish(),
  pageSize: z.int().min(1).max(100).nullish(),
}
const EmployeesBody = z
  .object({ filters: z.object({ isTerminated: z.boolean().nullish() }).nullish(), ...paging })
  .nullable()
const RecordsBody = z.object({
  filters: z.object({
    employeeId: z.guid(),
    from: z.string().nullish(),
    to: z.string().nullish(),
  }),
  ...paging,
})

const dayMs = 86_400_000
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const date = /^\d{4}-\d\d-\d\d$/

const checkedRange = (from: string | null, to: string | null, now: number, format: RegExp) => {
  for (const each of [from, to])
    if (each !== null && !format.test(each)) throw new Unprocessable(`${each} is not of the format`)
  if (from !== null && Date.parse(from) < now - 90 * dayMs - (format === date ? dayMs : 0))
    throw new Unprocessable(`${from} is more than 90 days in the past`)
}

/** The moments that a listing of clockings is of (spec section 4.3, rules 2 to 5). */
const momentsOf = (from: string | null, to: string | null, now: number) => {
  checkedRange(from, to, now, moment)
  const range = {
    from: from === null ? now : Date.parse(from),
    to: to === null ? (from === null ? now : Date.parse(from)) : Date.parse(to),
  }
  if (range.to - range.from > 31 * dayMs) throw new Unprocessable('longer than 31 days')
  return range
}

/** The dates that a listing of absences is of (spec section 4.4). */
const datesOf = (from: string | null, to: string | null, now: number) => {
  checkedRange(from, to, now, date)
  const today = new Date(now).toISOString().slice(0, 10)
  return { from: from ?? today, to: to ?? today }
}

const positionOf = (token: string | null | undefined): { offset: number; page: number } =>
  token == null
    ? { offset: 0, page: 1 }
    : z
        .object({ offset: z.int(), page: z.int() })
        .parse(JSON.parse(Buffer.from(token, 'base64url').toString()))

const tokenOf = (offset: number, page: number): string =>
  Buffer.from(JSON.stringify({ offset, page })).toString('base64url')

/** What a request asks for, and the records that a world has of it. */
export type Question = { asked: Asked; recordsIn: (world: World) => unknown[]; size: number }

/**
 * Reads a request to one of the listings.
 * @throws {Unprocessable} where it breaks a rule
 */
export const questionOf = (path: string, body: unknown, now: number): Question => {
  if (path.endsWith('/employees/v1/query')) {
    const request = EmployeesBody.safeParse(body)
    if (!request.success) throw new Unprocessable(request.error.message)
    const isTerminated = request.data?.filters?.isTerminated ?? null
    const { page } = positionOf(request.data?.continuationToken)
    const asked = {
      of: 'employees' as const,
      employeeId: null,
      from: null,
      to: null,
      page,
      at: now,
    }
    const size = request.data?.pageSize ?? 100
    return { asked, recordsIn: (world) => employeesIn(world, isTerminated), size }
  }
  const read = RecordsBody.safeParse(body)
  if (!read.success) throw new Unprocessable(read.error.message)
  const { filters, continuationToken, pageSize } = read.data
  const { employeeId, from = null, to = null } = filters
  const of = path.includes('/absences/') ? ('absences' as const) : ('clockings' as const)
  const asked = { of, employeeId, from, to, page: positionOf(continuationToken).page, at: now }
  const size = pageSize ?? 100
  if (of === 'clockings') {
    const range = momentsOf(from, to, now)
    return { asked, recordsIn: (world) => clockingsIn(world, employeeId, range), size }
  }
  const dates = datesOf(from, to, now)
  return { asked, recordsIn: (world) => absencesIn(world, employeeId, dates), size }
}

/**
 * One page of a listing (spec section 2.4). A token is a place in the listing as it is when
 * the next page is asked for, so what is deleted in between shifts the pages.
 */
export const pageOf = (records: unknown[], body: unknown, size: number) => {
  const { continuationToken } = z
    .object({ continuationToken: z.string().nullish() })
    .catch({})
    .parse(body)
  const { offset, page } = positionOf(continuationToken)
  const next = offset + size
  return {
    items: records.slice(offset, next),
    continuationToken: next < records.length ? tokenOf(next, page + 1) : null,
  }
}
