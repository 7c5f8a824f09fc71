import { hash } from 'node:crypto'
import * as z from 'zod'
import type { Api } from './api.ts'
import { type OperationName, operations } from './contract/operations.ts'
import { EndlessListingError, InvalidRequestError, RepeatedTokenError } from './errors.ts'
import type { Finding, Findings } from './findings.ts'
import { type RejectedRecord, rejectedRecord } from './rejected.ts'
import type { CallOptions } from './waiting.ts'

type Parsed<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: z.core.$ZodIssue[] } }

/** How a record is read: a schema, or one and more. */
export type RecordReader<T> = { safeParse: (item: unknown) => Parsed<T> }

/** What is asked for, and how its records are read. */
export type Listing<Request, T> = {
  operation: OperationName
  /** Whom it concerns: an employee's id, or the operation. */
  subject: string
  requestSchema: z.ZodType<Request>
  request: unknown
  reading: RecordReader<T>
  /** What the spec does not know about a record that was read. */
  unknownIn: (record: T) => readonly Finding[]
}

/** The usable records of a page, and those that break the contract. */
export type RecordsRead<T> = { records: T[]; rejected: RejectedRecord[] }

/** Ten times what a page may hold (spec section 4.5): whoever sends more sends no page. */
const maxItems = 1_000
/** A token is opaque, but not a load of its own: it is sent back with the next request. */
const maxToken = 32_000
/**
 * A million employees; fifty pages of one employee's month would be 160 records a day, and twelve megabytes eight
 * thousand clockings with notes of a thousand characters: a poll has no memory for more.
 */
const mostOf = (operation: OperationName): { pages: number; megabytes: number } =>
  operation === 'employees' ? { pages: 10_000, megabytes: 5_000 } : { pages: 50, megabytes: 12 }

/** A page of any resource (spec section 2.4), its items not yet read. */
const RawPage = z.object({
  items: z.array(z.unknown()).max(maxItems),
  continuationToken: z.string().max(maxToken).nullish(),
})

/**
 * Checks a request against the contract before it is sent.
 * @throws InvalidRequestError, which names each field and what is allowed, not the value
 */
export const validated = <T>(
  operation: OperationName,
  schema: z.ZodType<T>,
  request: unknown,
): T => {
  const read = schema.safeParse(request)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new InvalidRequestError(operation, `the request was not sent: ${problems.join('; ')}`)
}

const somebodyElses: z.core.$ZodIssue = {
  code: 'custom',
  path: ['employeeId'],
  message: 'not the employee asked for',
}

/**
 * Reads only the records of one employee, so that no answer is taken for somebody else's. A schema
 * of each employee's own would have to be compiled for each call.
 */
export const ofEmployee = <T extends { employeeId: string }>(
  schema: z.ZodType<T>,
  employeeId: string,
): RecordReader<T> => {
  const asked = employeeId.toLowerCase()
  return {
    safeParse: (item) => {
      const read = schema.safeParse(item)
      if (!read.success || read.data.employeeId.toLowerCase() === asked) return read
      return { success: false, error: { issues: [somebodyElses] } }
    },
  }
}

/**
 * Reads each item of a page by itself, so that one bad record costs only itself.
 * @param reading how an item is read
 * @param items the `items` of a page, as they came
 * @returns the records that hold, in order, and a note on each that does not
 */
export const readRecords = <T>(reading: RecordReader<T>, items: unknown[]): RecordsRead<T> => {
  const read: RecordsRead<T> = { records: [], rejected: [] }
  for (const [index, item] of items.entries()) {
    const parsed = reading.safeParse(item)
    if (parsed.success) read.records.push(parsed.data)
    else read.rejected.push(rejectedRecord(index, item, parsed.error.issues))
  }
  return read
}

/** Reports the records of a page that were set aside, and what is unknown about the others. */
const reportUnexpected = <T>(
  findings: Findings,
  { records, rejected }: RecordsRead<T>,
  unknownIn: Listing<object, T>['unknownIn'],
): void => {
  // Which element of an array it was does not make it another finding.
  for (const { problems } of rejected)
    findings('rejected-record', problems.join(', ').replaceAll(/\.\d+(?=[.:])/g, '.*'))
  for (const record of records)
    for (const { kind, value } of unknownIn(record)) findings(kind, value)
}

/**
 * Reads a listing page by page, from the first to the last, as continuation tokens lead (spec
 * section 4.5). Every field of the request is sent again for each page, since the spec does not
 * say whether it must be. Records that break the contract are set aside and reported.
 * @throws from the iterator: InvalidRequestError; RepeatedTokenError where a token comes for the
 * second time; EndlessListingError where there are more pages, or more bytes, than any listing
 * has; or what the API call throws
 */
export async function* eachPageRead<Request extends object, T>(
  api: Api,
  findings: Findings,
  listing: Listing<Request, T>,
  call: CallOptions,
): AsyncGenerator<RecordsRead<T>> {
  const { operation, subject, requestSchema, request, reading, unknownIn } = listing
  const { path } = operations[operation]
  const first = validated(operation, requestSchema, request)
  const seen = new Set<string>()
  const most = mostOf(operation)
  let megabytes = 0
  let body: object = first
  for (;;) {
    const { value: raw, bytes } = await api({ operation, path, body, subject }, RawPage, call)
    megabytes += bytes / 2 ** 20
    if (megabytes > most.megabytes) throw new EndlessListingError(operation, `${most.megabytes} MB`)
    const page = readRecords(reading, raw.items)
    reportUnexpected(findings, page, unknownIn)
    yield page
    const token = raw.continuationToken
    if (token === null || token === undefined) return
    const mark = hash('sha256', token)
    if (seen.has(mark)) throw new RepeatedTokenError(operation, seen.size + 1)
    seen.add(mark)
    if (seen.size === most.pages) throw new EndlessListingError(operation, `${most.pages} pages`)
    body = { ...first, continuationToken: token }
  }
}
