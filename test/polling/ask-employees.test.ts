import { describe, expect, test } from 'vitest'
import { askEmployees } from '../../lib/polling/ask-employees.ts'
import {
  CredentialsRefusedError,
  DeadlineError,
  MalformedAnswerError,
  ProblemError,
  ServerError,
  ThrottledError,
  TokenRefusedError,
  TransportError,
  type WorkforceError,
} from '../../lib/workforce/errors.ts'

const people = Array.from({ length: 20 }, (_, n) => n)
const forbidden = () => new ProblemError('clockings', 403, null)
const broken = () => new ServerError('clockings', 500)
const lost = () => new TransportError('clockings', 'connection-lost')

/** Asks people 0, 1, 2, …, one at a time; `failing` says who fails, and how. */
const asking = async (
  failing: (person: number) => WorkforceError | null,
  { who = people, isTimeUp = (): boolean => false, concurrency = 1 } = {},
) => {
  const asked: number[] = []
  const result = await askEmployees(
    who,
    async (person) => {
      asked.push(person)
      const error = failing(person)
      if (error !== null) throw error
      return person * 10
    },
    { concurrency, isTimeUp },
  )
  return { asked, result }
}

describe('asking employees', () => {
  test('asks in the order given and answers in it, several at once included', async () => {
    const who = [7, 3, 5]
    const { asked, result } = await asking(() => null, { who, concurrency: 3 })
    expect(asked).toEqual(who)
    expect(result).toEqual({
      kind: 'answered',
      asked: 3,
      answers: who.map((of) => ({ of, answer: of * 10 })),
      failures: [],
    })
  })

  test('nobody to ask is no outage', async () => {
    const { result } = await asking(() => null, { who: [] })
    expect(result).toEqual({ kind: 'answered', asked: 0, answers: [], failures: [] })
  })

  test('keeps the refusal of one from the others', async () => {
    const { result } = await asking((person) => (person === 3 ? forbidden() : null))
    expect(result).toMatchObject({
      kind: 'answered',
      asked: 20,
      failures: [{ of: 3, error: { kind: 'problem', status: 403 } }],
    })
    expect(result.kind === 'answered' && result.answers).toHaveLength(19)
  })

  test.each([
    ['credentials-refused', () => new CredentialsRefusedError(401, 'invalid_client')],
    ['token-refused', () => new TokenRefusedError('clockings')],
  ])('takes %s for an outage and asks nobody else', async (reason, error) => {
    const { asked, result } = await asking((person) => (person === 2 ? error() : null))
    expect(result).toEqual({ kind: 'outage', reason })
    expect(asked).toEqual([0, 1, 2])
  })

  test('gives up once ten are asked and more than half of them failed', async () => {
    const { asked, result } = await asking((person) => (person < 4 ? null : broken()))
    expect(result).toEqual({ kind: 'outage', reason: 'most calls fail' })
    expect(asked).toHaveLength(10)
  })

  test('half of the calls failing is no outage', async () => {
    const { result } = await asking((person) => (person % 2 === 0 ? null : lost()))
    expect(result).toMatchObject({ kind: 'answered', asked: 20 })
    expect(result.kind === 'answered' && result.failures).toHaveLength(10)
  })

  test.each([
    ['lost', lost],
    ['answered with an error', broken],
    ['answered with nonsense', () => new MalformedAnswerError('clockings', 200, 'not-json', 'x')],
  ])('two of three %s is an outage however few they are', async (_how, error) => {
    const { result } = await asking((person) => (person === 0 ? null : error()), {
      who: [0, 1, 2],
    })
    expect(result).toEqual({ kind: 'outage', reason: 'most calls fail' })
  })

  test('everyone refused is an outage, though each refusal is of one employee', async () => {
    const { result } = await asking(forbidden, { who: [1, 2] })
    expect(result).toEqual({ kind: 'outage', reason: 'every call fails' })
  })

  test.each([
    ['throttled', () => new ThrottledError('clockings', 429, 60_000)],
    ['past its deadline', () => new DeadlineError('clockings')],
  ])('leaves the rest over where a call is %s', async (_what, error) => {
    const { asked, result } = await asking((person) => (person === 5 ? error() : null))
    expect(asked).toEqual([0, 1, 2, 3, 4, 5])
    expect(result).toMatchObject({ kind: 'answered', asked: 5, failures: [] })
  })

  test('starts no call when time is up', async () => {
    let calls = 0
    const { asked, result } = await asking(() => null, { isTimeUp: () => ++calls > 3 })
    expect(asked).toEqual([0, 1, 2])
    expect(result).toMatchObject({ kind: 'answered', asked: 3 })
  })

  test('keeps what was answered behind the first who was not asked', async () => {
    const result = await askEmployees(
      [0, 1, 2],
      async (person) => {
        if (person === 1) throw new DeadlineError('clockings')
        return person
      },
      { concurrency: 3, isTimeUp: () => false },
    )
    expect(result).toMatchObject({
      asked: 1,
      answers: [
        { of: 0, answer: 0 },
        { of: 2, answer: 2 },
      ],
    })
  })

  test('throws what is no failure of the API', async () => {
    const bug = new TypeError('x is not a function')
    const ask = () => Promise.reject(bug)
    await expect(askEmployees([1], ask, { concurrency: 1, isTimeUp: () => false })).rejects.toBe(
      bug,
    )
  })
})
