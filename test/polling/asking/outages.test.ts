import { describe, expect, test } from 'vitest'
import {
  CredentialsRefusedError,
  MalformedAnswerError,
  TokenRefusedError,
} from '../../../lib/workforce/errors.ts'
import { asking, broken, forbidden, lost, tokenless } from './asking-people.ts'

const firstTen = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

describe('an outage', () => {
  test('nobody to ask is no outage', async () => {
    const { result } = await asking(() => null, { who: [] })
    expect(result).toEqual({
      kind: 'answered',
      answers: [],
      failures: [],
      heldUp: [],
      haveMostFailed: false,
    })
  })

  test('takes refused credentials for an outage and asks nobody else', async () => {
    const refused = new CredentialsRefusedError(401, 'invalid_client')
    const { asked, result } = await asking((person) => (person === 2 ? refused : null))
    expect(result).toEqual({
      kind: 'outage',
      reason: 'credentials-refused',
      isTotal: true,
      tried: [],
    })
    expect(asked).toEqual([0, 1, 2])
  })

  test('takes a token that is refused for one for that one’s failure, for all for an outage', async () => {
    const refused = new TokenRefusedError('clockings')
    const { result } = await asking((person) => (person === 2 ? refused : null))
    expect(result).toMatchObject({ kind: 'answered', failures: [{ of: 2 }] })
    const all = await asking(() => refused)
    expect(all.result).toEqual({
      kind: 'outage',
      reason: 'most calls fail',
      isTotal: false,
      tried: firstTen,
    })
    expect(all.asked).toHaveLength(10)
  })

  test('gives up once ten were asked one after the other and none was answered', async () => {
    const { asked, result } = await asking(broken)
    expect(result).toEqual({
      kind: 'outage',
      reason: 'most calls fail',
      isTotal: false,
      tried: firstTen,
    })
    expect(asked).toHaveLength(10)
  })

  test('asks no more after ten failures in a row, and keeps what was answered before', async () => {
    const { asked, result } = await asking((person) => (person < 4 ? null : broken()))
    expect(asked).toHaveLength(14)
    expect(result).toMatchObject({ kind: 'answered', failures: [], haveMostFailed: true })
    expect(result.kind === 'answered' && result.answers.map(({ of }) => of)).toEqual([0, 1, 2, 3])
    expect(result).toMatchObject({ heldUp: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13] })
  })

  test('that most calls fail and some are answered is none: everybody is asked, and who failed is held up', async () => {
    const { asked, result } = await asking((person) => (person % 4 === 0 ? null : lost()))
    expect(asked).toHaveLength(20)
    expect(result).toMatchObject({ kind: 'answered', failures: [], haveMostFailed: true })
    expect(result.kind === 'answered' && result.answers).toHaveLength(5)
    expect(result.kind === 'answered' && result.heldUp).toHaveLength(15)
  })

  test('that most are refused and some are answered is none: each refusal is of one employee', async () => {
    const { result } = await asking((person) => (person % 4 === 0 ? null : forbidden()))
    expect(result).toMatchObject({ kind: 'answered', heldUp: [], haveMostFailed: true })
    expect(result.kind === 'answered' && result.failures).toHaveLength(15)
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
    expect(result).toEqual({
      kind: 'outage',
      reason: 'every call fails',
      isTotal: false,
      tried: [],
    })
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

  test.each([true, false])('no token, for whomever it is wanted, is an outage', async (isWell) => {
    const { result } = await asking(tokenless, { who: [1], isWell: () => isWell })
    expect(result).toEqual({
      kind: 'outage',
      reason: 'no token can be had',
      isTotal: true,
      tried: [],
    })
  })

  test('where one is feared a few are asked first, and the others if anybody is answered', async () => {
    expect((await asking(broken, { isFeared: true, concurrency: 4 })).asked).toEqual([0, 1, 2])
    const some = await asking((person) => (person < 2 ? broken() : null), { isFeared: true })
    expect(some.asked).toHaveLength(20)
    expect(some.result).toMatchObject({ failures: [{ of: 0 }, { of: 1 }] })
  })

  test('where one is feared those who kept failing say nothing of the others', async () => {
    const isWell = (person: number) => person > 2
    const failing = (person: number) => (person > 2 ? null : broken())
    const { asked } = await asking(failing, { isFeared: true, isWell })
    expect(asked).toHaveLength(20)
  })

  test('no token any more, once somebody was answered, is the failure of nobody: they are held up', async () => {
    const { result } = await asking((person) => (person < 2 ? null : tokenless()), {
      who: [0, 1, 2, 3],
    })
    expect(result).toMatchObject({
      kind: 'answered',
      answers: [{ of: 0 }, { of: 1 }],
      failures: [],
      heldUp: [2, 3],
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
})
