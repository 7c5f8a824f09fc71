import { describe, expect, test } from 'vitest'
import { askEmployees } from '../../../lib/polling/asking/ask-employees.ts'
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
} from '../../../lib/workforce/errors.ts'

const people = Array.from({ length: 20 }, (_, n) => n)
const forbidden = () => new ProblemError('clockings', 403, null)
const broken = () => new ServerError('clockings', 500)
const lost = () => new TransportError('clockings', 'connection-lost')

/** Asks people 0, 1, 2, …, one at a time; `failing` says who fails, and how. */
const asking = async (
  failing: (person: number) => WorkforceError | null,
  {
    who = people,
    isTimeUp = (): boolean => false,
    concurrency = 1,
    isWell = (_person: number): boolean => true,
  } = {},
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
    { concurrency, isTimeUp, isWell },
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
      answers: who.map((of) => ({ of, answer: of * 10 })),
      failures: [],
      throttled: [],
    })
  })

  test('nobody to ask is no outage', async () => {
    const { result } = await asking(() => null, { who: [] })
    expect(result).toEqual({ kind: 'answered', answers: [], failures: [], throttled: [] })
  })

  test('keeps the refusal of one from the others', async () => {
    const { result } = await asking((person) => (person === 3 ? forbidden() : null))
    expect(result).toMatchObject({
      kind: 'answered',
      failures: [{ of: 3, error: { kind: 'problem', status: 403 } }],
    })
    expect(result.kind === 'answered' && result.answers).toHaveLength(19)
  })

  test('takes refused credentials for an outage and asks nobody else', async () => {
    const refused = new CredentialsRefusedError(401, 'invalid_client')
    const { asked, result } = await asking((person) => (person === 2 ? refused : null))
    expect(result).toEqual({ kind: 'outage', reason: 'credentials-refused' })
    expect(asked).toEqual([0, 1, 2])
  })

  test('takes a token that is refused for one for that one’s failure, for all for an outage', async () => {
    const refused = new TokenRefusedError('clockings')
    const { result } = await asking((person) => (person === 2 ? refused : null))
    expect(result).toMatchObject({ kind: 'answered', failures: [{ of: 2 }] })
    const all = await asking(() => refused)
    expect(all.result).toEqual({ kind: 'outage', reason: 'most calls fail' })
    expect(all.asked).toHaveLength(10)
  })

  test('gives up once ten are asked and more than half of them failed', async () => {
    const { asked, result } = await asking((person) => (person < 4 ? null : broken()))
    expect(result).toEqual({ kind: 'outage', reason: 'most calls fail' })
    expect(asked).toHaveLength(10)
  })

  test('half of the calls failing is no outage', async () => {
    const { result } = await asking((person) => (person % 2 === 0 ? null : lost()))
    expect(result).toMatchObject({ kind: 'answered' })
    expect(result.kind === 'answered' && result.failures).toHaveLength(10)
  })

  const nonsense = () => new MalformedAnswerError('clockings', 200, 'not-json', 'x')

  test.each([
    ['lost', lost],
    ['answered with an error', broken],
    ['answered with nonsense', nonsense],
  ])('fewer than ten, all of whose calls are %s, are an outage', async (_how, error) => {
    const { asked, result } = await asking(error, { who: [0, 1, 2] })
    expect(asked).toEqual([0, 1, 2])
    expect(result).toEqual({ kind: 'outage', reason: 'every call fails' })
  })

  test.each([
    ['lost', lost],
    ['answered with an error', broken],
    ['answered with nonsense', nonsense],
  ])('one answer among fewer than ten %s is none: the others fail alone', async (_how, error) => {
    const { result } = await asking((person) => (person === 0 ? null : error()), {
      who: [0, 1, 2],
    })
    expect(result).toMatchObject({
      kind: 'answered',
      answers: [{ of: 0, answer: 0 }],
      failures: [{ of: 1 }, { of: 2 }],
    })
  })

  test('everyone refused is no outage where they are few: each refusal is of one employee', async () => {
    const { result } = await asking(forbidden, { who: [1, 2] })
    expect(result).toMatchObject({
      kind: 'answered',
      answers: [],
      failures: [{ of: 1 }, { of: 2 }],
    })
  })

  test('is judged by those who were well before', async () => {
    const isWell = (person: number) => person >= 14
    const who = Array.from({ length: 40 }, (_, n) => n)
    const { asked, result } = await asking((person) => (isWell(person) ? null : broken()), {
      who,
      isWell,
    })
    expect(asked).toHaveLength(40)
    expect(result.kind === 'answered' && result.answers).toHaveLength(26)
    expect(result.kind === 'answered' && result.failures).toHaveLength(14)
  })

  test('nobody who was well before, and nobody answered, is no outage: they fail as before', async () => {
    const { asked, result } = await asking(broken, { isWell: () => false })
    expect(asked).toHaveLength(20)
    expect(result.kind === 'answered' && result.failures).toHaveLength(20)
  })

  test('one who is throttled fails alone', async () => {
    const slow = () => new ThrottledError('clockings', 429, 60_000)
    const { asked, result } = await asking((person) => (person === 5 ? slow() : null))
    expect(asked).toHaveLength(20)
    expect(result.kind === 'answered' && result.answers).toHaveLength(19)
    expect(result).toMatchObject({ failures: [{ of: 5, error: { kind: 'throttled' } }] })
  })

  test('throttling that is common holds up the rest, and is nobody’s own failure', async () => {
    const slow = () => new ThrottledError('clockings', 429, 60_000)
    const { asked, result } = await asking((person) => (person >= 8 ? slow() : null))
    expect(asked.length).toBeLessThan(20)
    expect(result).toMatchObject({ kind: 'answered', failures: [] })
    expect(result.kind === 'answered' && result.answers).toHaveLength(8)
    const throttled = asked.filter((person) => person >= 8)
    expect(result).toMatchObject({ throttled })
  })

  test('leaves the rest over where a call is past its deadline', async () => {
    const { asked, result } = await asking((person) =>
      person === 5 ? new DeadlineError('clockings') : null,
    )
    expect(asked).toEqual([0, 1, 2, 3, 4, 5])
    expect(result).toMatchObject({ kind: 'answered', failures: [] })
    expect(result.kind === 'answered' && result.answers).toHaveLength(5)
  })

  test('starts no call when time is up', async () => {
    let calls = 0
    const { asked, result } = await asking(() => null, { isTimeUp: () => ++calls > 3 })
    expect(asked).toEqual([0, 1, 2])
    expect(result.kind === 'answered' && result.answers).toHaveLength(3)
  })

  test('keeps what was answered behind the first who was not asked', async () => {
    const result = await askEmployees(
      [0, 1, 2],
      async (person) => {
        if (person === 1) throw new DeadlineError('clockings')
        return person
      },
      { concurrency: 3, isTimeUp: () => false, isWell: () => true },
    )
    expect(result).toEqual({
      kind: 'answered',
      answers: [
        { of: 0, answer: 0 },
        { of: 2, answer: 2 },
      ],
      failures: [],
      throttled: [],
    })
  })

  test('throws what is no failure of the API', async () => {
    const bug = new TypeError('x is not a function')
    const options = { concurrency: 1, isTimeUp: () => false, isWell: () => true }
    await expect(askEmployees([1], () => Promise.reject(bug), options)).rejects.toBe(bug)
  })
})
