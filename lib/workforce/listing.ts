import type * as z from 'zod'
import type { Api } from './api.ts'
import { type OperationName, operations } from './contract/operations.ts'
import { type Findings, reportRejected } from './findings.ts'
import { eachPage, RawPage } from './pages.ts'
import { type RecordsRead, readRecords } from './reading.ts'
import { validated } from './validated.ts'
import type { CallOptions } from './waiting.ts'

/** What is asked for, and how its records are read. */
export type Listing<Request, T> = {
  operation: OperationName
  /** Whom it concerns: an employee's id, or the operation. */
  subject: string
  requestSchema: z.ZodType<Request>
  request: unknown
  recordSchema: z.ZodType<T>
  /** Told of each record that was read. */
  report: (record: T) => void
}

/**
 * Reads a listing page by page. Records that break the contract are set aside and reported.
 * @throws from the iterator: InvalidRequestError, RepeatedTokenError, EndlessListingError, or
 * what the API call throws
 */
export async function* eachPageRead<Request extends object, T>(
  api: Api,
  findings: Findings,
  listing: Listing<Request, T>,
  call: CallOptions,
): AsyncGenerator<RecordsRead<T>> {
  const { operation, subject, requestSchema, request, recordSchema, report } = listing
  const first = validated(operation, requestSchema, request)
  const pages = eachPage(operation, first, (body) =>
    api({ operation, path: operations[operation].path, body, subject }, RawPage, call),
  )
  for await (const items of pages) {
    const page = readRecords(recordSchema, items)
    reportRejected(findings, page)
    page.records.forEach(report)
    yield page
  }
}
