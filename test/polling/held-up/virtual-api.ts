import { epochMs } from '../../../lib/attendance/moments.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { OperationName } from '../../../lib/workforce/contract/operations.ts'
import { DeadlineError, type RequestName, TransportError } from '../../../lib/workforce/errors.ts'
import type { Http } from '../../../lib/workforce/http.ts'

/** A question about somebody, the `n`-th, and how many minutes have gone by. */
export type Question = { operation: OperationName; n: number; minutes: number }

/** How it is answered; as it stands, after a tenth of a second, where that is left out. */
export type Manner = { status?: number; retryAfter?: number; milliseconds?: number }

export type VirtualApiOptions = {
  now: () => number
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  behave: (question: Question) => Manner | undefined
  began: number
  clockings: (employeeId: string) => Clocking[]
  absences: (employeeId: string) => Absence[]
  /** Told of each answer with status 200. */
  onAnswer: (question: Question) => void
}

/** As the real client has it, by default. */
const headersTimeout = 20_000
const usual = 100

type Filters = { employeeId: string; from: string; to: string }

const isActive = ({ start, end }: Clocking, { from, to }: Filters): boolean =>
  epochMs(start) <= epochMs(to) && (end === null || epochMs(end) >= epochMs(from))

const token = { access_token: 'token', token_type: 'Bearer', expires_in: 86_400 }

/** The transport of a Workforce API in virtual time, which answers some people as it is told. */
export const virtualApi = (options: VirtualApiOptions): Http => {
  const { now, sleep, behave, began, onAnswer } = options
  const bodyOf = (operation: RequestName, filters: Filters): unknown => {
    if (operation === 'token') return token
    const { employeeId } = filters
    const items =
      operation === 'clockings'
        ? options.clockings(employeeId).filter((each) => isActive(each, filters))
        : options.absences(employeeId)
    return { items, continuationToken: null }
  }
  return {
    close: async () => {},
    send: async (operation, request, { deadline = Number.POSITIVE_INFINITY, signal }) => {
      const filters = operation === 'token' ? {} : JSON.parse(request.body ?? '{}').filters
      const n = Number(filters.employeeId?.slice(-4) ?? 0)
      const question = {
        operation: operation as OperationName,
        n,
        minutes: (now() - began) / 60_000,
      }
      const { status = 200, retryAfter, milliseconds = usual } = behave(question) ?? {}
      const left = Math.min(headersTimeout, deadline - now())
      await sleep(Math.max(0, Math.min(milliseconds, left)), signal)
      if (milliseconds > left)
        throw left < headersTimeout
          ? new DeadlineError(operation)
          : new TransportError(operation, 'headers-timeout')
      const body = status === 200 ? bodyOf(operation, filters) : { status, type: 'about:blank' }
      if (status === 200) onAnswer(question)
      return {
        status,
        retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
        body: new TextEncoder().encode(JSON.stringify(body)),
      }
    },
  }
}
