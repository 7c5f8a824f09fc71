import { minute } from '../../../lib/attendance/moments.ts'
import type { OperationName } from '../../../lib/workforce/contract/operations.ts'
import {
  CredentialsRefusedError,
  MalformedAnswerError,
  ProblemError,
  RepeatedTokenError,
  ServerError,
  ThrottledError,
  TokenRefusedError,
  TransportError,
  type WorkforceError,
} from '../../../lib/workforce/errors.ts'
import type { Faults } from '../system/faults.ts'

/** How the pages of one answer come. */
export type Manner = {
  isAscending: boolean
  /** The page after which the pages shift by one, so that one comes twice. */
  repeatsPage: number | null
  /** Records that no page shows, though they exist. */
  missing: ReadonlySet<string>
  /** Records that break the contract. */
  broken: ReadonlySet<string>
}

/** From this many members on, the loss of half of them is not to be believed. */
const largeRoster = 10

type Options = {
  /** Employees about whom the API may refuse to answer. */
  refused: ReadonlySet<string>
  /** Who is known to be a member. */
  members: () => ReadonlySet<string>
}

/** What the Workforce API does wrong. */
export const createApiFaults = (faults: Faults, { refused, members }: Options) => {
  const { draws, strikes, holds } = faults
  /** Each record is hidden once at most: twice in a row nobody could tell from a removal. */
  const hidden = new Set<string>()
  let isRosterShort = false

  /** More of the roster than may be missing: all of it, or half of the known members. */
  const suspiciousLoss = (ids: string[]): string[] => {
    if (strikes('suspicious-roster', 0.3)) isRosterShort = !isRosterShort
    if (!isRosterShort || faults.areOver()) return []
    const known = ids.filter((id) => members().has(id))
    if (known.length < largeRoster || draws.chance(0.3)) return ids
    return known.slice(0, Math.ceil(known.length / 2))
  }

  const missingFrom = (operation: OperationName, ids: string[]): Set<string> => {
    if (operation === 'employees') {
      const lost = suspiciousLoss(ids)
      if (lost.length > 0) return new Set(lost)
    }
    const candidates = ids.filter((id) => !hidden.has(id))
    const [first, ...others] = candidates
    if (first === undefined || !strikes('shifted-pages', 0.03)) return new Set()
    const one = draws.pick([first, ...others])
    hidden.add(one)
    return new Set([one])
  }

  return {
    latency: (): number => {
      if (strikes('slow-api', 0.01)) return draws.whole(5, 150) * 1_000
      return strikes('pause', 0.0005) ? 4 * minute : 50 + draws.whole(0, 250)
    },

    /** @param ids of the records that the answer should show */
    mannerOf: (operation: OperationName, ids: string[]): Manner => {
      const missing = missingFrom(operation, ids)
      const [first] = ids
      return {
        isAscending: !strikes('other-order', 0.1),
        repeatsPage: strikes('repeated-page', 0.05) ? draws.whole(0, 2) : null,
        missing,
        broken: new Set(first !== undefined && strikes('bad-record', 0.02) ? [first] : []),
      }
    },

    /** @throws {WorkforceError} where the API fails, or refuses to answer about an employee */
    refuse: (operation: OperationName, employeeId: string | null): void => {
      if (holds('token-refused'))
        throw draws.chance(0.5)
          ? new TokenRefusedError(operation)
          : new CredentialsRefusedError(401, 'invalid_client')
      if (holds('api-throttled') && draws.chance(0.3))
        throw new ThrottledError(operation, 429, 9_000)
      if (holds('api-storm') && draws.chance(0.8)) throw new ServerError(operation, 503)
      if (employeeId !== null && refused.has(employeeId) && strikes('employee-refused', 0.3))
        throw new ProblemError(operation, 403, null)
      if (!strikes('api-flicker', 0.01)) return
      throw draws.pick<WorkforceError>([
        new TransportError(operation, 'connection-lost'),
        new MalformedAnswerError(operation, 200, 'truncated', 'the JSON ends too early'),
        new RepeatedTokenError(operation, 2),
        new ProblemError(operation, 403, null),
      ])
    },
  }
}
export type ApiFaults = ReturnType<typeof createApiFaults>
