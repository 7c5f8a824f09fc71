import * as z from 'zod'
import { createAccessTokens } from './access-token.ts'
import { type Api, createApi } from './api.ts'
import { type CallPace, limiterOf, nothingSpent, noting, type Spent } from './call-pace.ts'
import { type WorkforceClientOptions, withDefaults } from './client-options.ts'
import type { Clocking } from './contract/clocking.ts'
import type { Employee } from './contract/employee.ts'
import { Uuid } from './contract/formats.ts'
import { type OperationName, operations } from './contract/operations.ts'
import {
  ExternalReferenceBody,
  ListAbsencesRequest,
  ListClockingsRequest,
  ListEmployeesRequest,
} from './contract/requests.ts'
import { ClientClosedError, WorkforceError } from './errors.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { createFindings } from './findings.ts'
import { createHttp } from './http.ts'
import { eachPageRead, type Listing, ofEmployee, type RecordsRead, validated } from './listing.ts'
import { createRateLimiter } from './rate-limiter.ts'
import {
  ReadAbsence,
  ReadClocking,
  ReadEmployee,
  unknownInAbsence,
  unknownInClocking,
} from './reading.ts'
import { checkedUrl } from './urls.ts'
import type { CallOptions } from './waiting.ts'

type EmployeesRequest = Pick<ListEmployeesRequest, 'filters' | 'sortBy' | 'pageSize'>
type PeriodFilters = { employeeId: string; from?: string; to?: string }

/**
 * The calls of the Workforce API. Listings yield one page at a time; records that break the contract
 * are in a page's `rejected`. Calls throw a WorkforceError, what reading the credentials throws,
 * or the reason of their signal.
 */
export type WorkforceCalls = {
  /** Spec section 4.1. */
  listEmployees: (
    request?: EmployeesRequest,
    call?: CallOptions,
  ) => AsyncIterable<RecordsRead<Employee>>
  /**
   * Spec section 4.2.
   * @param externalReference 1 to 36 characters, or null to clear it
   * @returns the value that was set
   */
  setExternalReference: (
    employeeId: string,
    externalReference: string | null,
    call?: CallOptions,
  ) => Promise<string | null>
  /** Spec section 4.3; `from` and `to` are moments, at most 31 days apart. */
  listClockings: (
    filters: PeriodFilters,
    call?: CallOptions,
  ) => AsyncIterable<RecordsRead<Clocking>>
  /** Spec section 4.4; `from` and `to` are dates, `YYYY-MM-DD`. */
  listAbsences: (
    filters: PeriodFilters,
    call?: CallOptions,
  ) => AsyncIterable<RecordsRead<ReadAbsence>>
}

export type WorkforceClient = WorkforceCalls & {
  /**
   * The same calls at a pace of their own, whatever else this client sends, and what they have
   * spent. Only the token, which is another service's, is asked for beside it.
   */
  paced: (pace: CallPace) => WorkforceCalls & { spent: () => Spent }
  /** Drops every connection; calls that run reject with ClientClosedError. */
  close: () => Promise<void>
}

/** A call that ends with the earlier of its own signal and another one. */
const alsoEndedBy = (signal: AbortSignal, call: CallOptions): CallOptions => ({
  ...call,
  signal: call.signal ? AbortSignal.any([signal, call.signal]) : signal,
})

const ExternalReferenceParameters = ExternalReferenceBody.extend({ employeeId: Uuid })

/** Reading accepts any length: what was set has been set. */
const ExternalReferenceAnswer = z.object({ externalReference: z.string().nullable() })

/** @throws InsecureUrlError, InvalidUrlError or RangeError where an option is not usable */
export const createWorkforceClient = (options: WorkforceClientOptions): WorkforceClient => {
  const { hooks, timing, retry, timeouts, maxResponseBytes, ...settings } = withDefaults(options)
  const baseUrl = checkedUrl('baseUrl', options.baseUrl)
  const authUrl = checkedUrl('authUrl', options.authUrl)
  const closing = new AbortController()
  const http = options.http ?? createHttp(timeouts, maxResponseBytes, timing.now)
  const limiter = createRateLimiter(settings.requestsPerSecond, timing, settings.burst)
  const exchange = createExchange(http, limiter, hooks, retry, timing)
  const tokens = createAccessTokens(authUrl, options.credentials, exchange, timing)
  const findings = createFindings(options.onUnexpected, options.logger)

  const counted = (operation: OperationName, error: unknown): unknown => {
    if (error instanceof WorkforceError) hooks.onError?.(operation, error.kind)
    return error
  }

  async function* list<Request extends object, T>(
    api: Api,
    call: CallOptions,
    listing: Listing<Request, T>,
  ): AsyncGenerator<RecordsRead<T>> {
    try {
      yield* eachPageRead(api, findings, listing, alsoEndedBy(closing.signal, call))
    } catch (error) {
      throw counted(listing.operation, error)
    }
  }

  const callsThrough = (through: Exchange): WorkforceCalls => {
    const api = createApi(baseUrl, tokens, through)
    return {
      listEmployees: (request = {}, call = {}) =>
        list(api, call, {
          operation: 'employees',
          subject: 'employees',
          requestSchema: ListEmployeesRequest,
          request,
          reading: ReadEmployee,
          unknownIn: () => [],
        }),

      listClockings: (filters, call = {}) =>
        list(api, call, {
          operation: 'clockings',
          subject: filters.employeeId,
          requestSchema: ListClockingsRequest,
          request: { filters },
          reading: ofEmployee(ReadClocking, filters.employeeId),
          unknownIn: unknownInClocking,
        }),

      listAbsences: (filters, call = {}) =>
        list(api, call, {
          operation: 'absences',
          subject: filters.employeeId,
          requestSchema: ListAbsencesRequest,
          request: { filters },
          reading: ofEmployee(ReadAbsence, filters.employeeId),
          unknownIn: unknownInAbsence,
        }),

      setExternalReference: async (employeeId, externalReference, call = {}) => {
        const operation = 'externalReference'
        try {
          const asked = { employeeId, externalReference }
          const { employeeId: id, ...body } = validated(
            operation,
            ExternalReferenceParameters,
            asked,
          )
          const path = operations[operation].path.replace('{employeeId}', id)
          const ended = alsoEndedBy(closing.signal, call)
          const request = { operation, path, body, subject: id } as const
          const { value } = await api(request, ExternalReferenceAnswer, ended)
          return value.externalReference
        } catch (error) {
          throw counted(operation, error)
        }
      },
    }
  }

  return {
    ...callsThrough(exchange),

    paced: (pace) => {
      const spent = nothingSpent()
      const atPace = limiterOf(pace, timing, settings.burst)
      const through = createExchange(http, atPace, noting(spent, hooks), retry, timing)
      return { ...callsThrough(through), spent: () => spent }
    },

    close: async () => {
      closing.abort(new ClientClosedError())
      await http.close()
    },
  }
}
