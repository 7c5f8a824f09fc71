import { inspect } from 'node:util'
import fc from 'fast-check'
import { expect } from 'vitest'
import { WorkforceError } from '../../lib/workforce/errors.ts'
import { aBreak, aClocking, anId, employeeId } from '../harness/builders.ts'
import { aClient, all, type Behaviour, page, secret, startService } from '../workforce/service.ts'
import { hostileValue, mutated } from './arbitraries.ts'

/** The kinds of a listing that fails, as `lib/workforce/errors.ts` documents them. */
const kinds = [
  'problem',
  'credentials-refused',
  'token-refused',
  'throttled',
  'server',
  'transport',
  'malformed-answer',
  'repeated-token',
  'endless-listing',
]

/** What nothing may repeat but the records themselves. */
const canary = 'canary-7f3a'
const clocking = aClocking({ breaks: [aBreak()], note: canary })
export const untouched = aClocking({ id: anId(7, 1), start: '2026-11-18T10:00:00Z' })

export const items = fc.array(mutated(clocking), { maxLength: 3 })
const hostilePage = fc.oneof(
  items.map((records) => ({ items: [...records, untouched], continuationToken: null })),
  mutated({ items: [clocking, untouched], continuationToken: null }),
  hostileValue,
)
export const text = hostilePage.map((value) => JSON.stringify(value) ?? '')
export const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 206, 301, 304, 308, 400, 401, 403, 404, 418, 422, 429, 500, 503, 999),
)

/** A service whose API answers as it was last told. */
export const startHostile = async (patience: Parameters<typeof aClient>[1] = {}) => {
  let next: Behaviour = page([])
  const service = await startService((response, seen) => next(response, seen))
  const client = aClient(service, { retry: { attempts: 1 }, ...patience })
  return {
    client,
    answer: (behaviour: Behaviour) => {
      next = behaviour
    },
    list: async () => {
      try {
        return { pages: await all(client.listClockings({ employeeId })) }
      } catch (error) {
        return { error }
      }
    },
  }
}

export const expectOneOfOurs = (error: unknown): void => {
  expect(error).toBeInstanceOf(WorkforceError)
  const { kind, message, cause } = error as WorkforceError
  expect(kinds).toContain(kind)
  expect(cause).toBeUndefined()
  expect(message).not.toContain(canary)
  expect(inspect(error, { depth: 9 })).not.toContain(secret)
}
