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
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { type EpochMs, hour, minute, second } from '../oracle/moments.ts'
import type { Asked, Operation } from '../oracle/served.ts'
import type { Refusal } from '../system/failing-people.ts'
import type { Faults } from '../system/faults.ts'
import type { Troubles } from '../system/troubles.ts'

/** How the pages of one answer come. */
export type Manner = {
  isAscending: boolean
  /** The page after which the pages shift by one, so that one comes twice. */
  repeatsPage: number | null
  /** The page after which all records move up by one, so that no page shows the next; or null. */
  slipsAfter: number | null
  /** Records that no page shows, though they exist. */
  missing: ReadonlySet<string>
  /** Records that break the contract. */
  broken: ReadonlySet<string>
  /** Those of them whose id cannot be read either. */
  isNameless: (id: string) => boolean
  /** In what form such a one comes, but for its id. */
  namelessForm: (record: { id: string }) => object
  /** Whether it says that there is nothing. */
  isEmpty: boolean
  /** How far behind the truth it is, in milliseconds. */
  lag: number
}

/** From this many members on, the loss of half of them is not to be believed. */
const largeRoster = 10
/** Of fewer, the loss of so many is not, if any of them are left. */
const mostOfAFew = 5

/** So many requests a second the API takes while it has a limit of its own. */
const mostPerSecond = 3

type Options = {
  now: () => EpochMs
  /** Employees about whom the API may refuse to answer. */
  refused: ReadonlySet<string>
  /** Who is known to be a member. */
  members: () => ReadonlySet<string>
  /** What goes wrong for longer than one call. */
  troubles: Troubles
}

const errorOf = (refusal: Refusal, operation: OperationName): WorkforceError => {
  if (refusal === 'server') return new ServerError(operation, 500)
  if (refusal === 'lost') return new TransportError(operation, 'connection-lost')
  if (refusal === 'forbidden') return new ProblemError(operation, 403, null)
  if (refusal === 'not-found') return new ProblemError(operation, 404, null)
  return new ThrottledError(operation, 429, refusal === 'throttled' ? null : hour)
}

/** What the Workforce API does wrong. */
export const createApiFaults = (faults: Faults, { now, refused, members, troubles }: Options) => {
  const { draws, strikes, holds } = faults
  const slowness = drawsOf('simulation', 'slowness')
  let isRosterShort = false
  let lately: EpochMs[] = []

  /** Whether more is sent within a second than the API takes for now. */
  const isTooMuch = (): boolean => {
    lately = [...lately.filter((at) => at > now() - second), now()]
    return holds('api-limit') && lately.length > mostPerSecond
  }

  /** More of the roster than may be missing: all of it, half of the known members, or five of a few. */
  const suspiciousLoss = (ids: string[]): string[] => {
    if (strikes('suspicious-roster', 0.3)) isRosterShort = !isRosterShort
    if (!isRosterShort || faults.areOver()) return []
    const known = ids.filter((id) => members().has(id))
    if (known.length > mostOfAFew && known.length < largeRoster) return known.slice(0, mostOfAFew)
    if (known.length < largeRoster || draws.chance(0.3)) return ids
    return known.slice(0, Math.ceil(known.length / 2))
  }

  return {
    latencyOf: (operation: Operation, employeeId: string | null): number => {
      if (strikes('slow-api', 0.01)) return draws.whole(5, 150) * 1_000
      const usual = strikes('pause', 0.0005) ? 4 * minute : 50 + draws.whole(0, 250)
      const taken = troubles.isSlow() ? usual + slowness.whole(900, 2_900) : usual
      return Math.max(taken, troubles.takenFor(operation, employeeId))
    },

    /**
     * @param ids of the records that the answer should show
     * @param pageSize how many a page shows
     */
    mannerOf: (asked: Asked, ids: string[], pageSize: number): Manner => {
      const { operation, employeeId } = asked
      const { missing, broken, isEmpty, lag } = troubles.mannerOf(asked, ids)
      if (operation === 'employees') for (const id of suspiciousLoss(ids)) missing.add(id)
      const [first] = ids
      if (first !== undefined && strikes('bad-record', 0.02)) broken.add(first)
      const isAscending = !strikes('other-order', 0.1)
      const repeated = strikes('repeated-page', 0.05) ? draws.whole(0, 2) : null
      const isRestless = employeeId !== null && troubles.arePagesRestless(employeeId)
      const repeatsPage = isRestless ? 0 : repeated
      const pages = repeatsPage === null ? Math.ceil(ids.length / pageSize) : 1
      const slipsAfter = troubles.slipAfter(operation, employeeId, pages)
      const { isNameless, namelessForm } = troubles
      return {
        isAscending,
        repeatsPage,
        slipsAfter,
        missing,
        broken,
        isNameless,
        namelessForm,
        isEmpty,
        lag,
      }
    },

    /** @throws {WorkforceError} where the API fails, or refuses to answer about an employee */
    refuse: (operation: Operation, employeeId: string | null): void => {
      const refusal = troubles.refusalOf(operation, employeeId)
      if (refusal !== null) throw errorOf(refusal, operation)
      if (holds('token-refused'))
        throw draws.chance(0.5)
          ? new TokenRefusedError(operation)
          : new CredentialsRefusedError(401, 'invalid_client')
      if (isTooMuch()) throw new ThrottledError(operation, 429, second)
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
