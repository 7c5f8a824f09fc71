import { describe, expect, test } from 'vitest'
import { doubtIn, goneFrom } from '../../lib/polling/believed-roster.ts'
import { listEmployed, type RosterAnswer } from '../../lib/polling/list-employed.ts'
import type { WorkforceClient } from '../../lib/workforce/client.ts'
import { anEmployee, anId } from '../harness/builders.ts'

const idsOf = (...numbers: number[]) => new Set(numbers.map((n) => anId(n)))
const answer = (numbers: number[], complete = true): RosterAnswer => ({
  employees: new Map(numbers.map((n) => [anId(n), anEmployee({ id: anId(n) })])),
  complete,
})
const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const members = idsOf(...ten)

/** Who is gone from two answers, and how often was asked again. */
const gone = async (first: RosterAnswer, second: RosterAnswer, acceptLoss = false) => {
  let again = 0
  const askAgain = async () => {
    again += 1
    return second
  }
  return { gone: await goneFrom(first, askAgain, members, acceptLoss), again }
}

describe('gone from the roster', () => {
  test('is whoever two answers in a row lack', async () => {
    const found = await gone(answer(ten.slice(2)), answer([1, ...ten.slice(3)]))
    expect(found).toEqual({ gone: idsOf(2), again: 1 })
  })

  test('is nobody where nobody is missing, and then nothing is asked again', async () => {
    expect(await gone(answer(ten), answer([]))).toEqual({ gone: new Set(), again: 0 })
  })

  test('is nobody where an answer was not complete', async () => {
    const nine = ten.slice(1)
    expect(await gone(answer(nine, false), answer(nine))).toEqual({ gone: new Set(), again: 0 })
    expect(await gone(answer(nine), answer(nine, false))).toEqual({ gone: new Set(), again: 1 })
  })

  test('is nobody where the second answer is not believed, unless an operator vouches for it', async () => {
    const [nine, seven] = [answer(ten.slice(1)), answer(ten.slice(3))]
    expect((await gone(nine, seven)).gone).toEqual(new Set())
    expect((await gone(nine, answer([]))).gone).toEqual(new Set())
    expect((await gone(nine, seven, true)).gone).toEqual(idsOf(1))
    expect((await gone(nine, answer([]), true)).gone).toEqual(new Set())
  })
})

test('an operator can vouch for a loss, not for an empty roster', () => {
  expect(doubtIn(answer(ten.slice(3)), members, false)).toBe('a fifth short')
  expect(doubtIn(answer(ten.slice(3)), members, true)).toBeNull()
  expect(doubtIn(answer([]), members, true)).toBe('empty')
  expect(doubtIn(answer(ten), members, false)).toBeNull()
})

describe('who is employed', () => {
  const listed = async (isWhole = true) => {
    const asked: unknown[] = []
    const listEmployees: WorkforceClient['listEmployees'] = async function* (...args) {
      asked.push(args)
      const rejected = isWhole ? [] : [{ index: 0, id: null, problems: ['id: invalid_format'] }]
      yield { records: [anEmployee({ id: anId(1) })], rejected }
      const left = { isRegistered: true, isTerminated: true }
      yield { records: [anEmployee({ id: anId(2), _metadata: left })], rejected: [] }
      yield { records: [anEmployee({ id: anId(3) })], rejected: [] }
    }
    return { asked, answer: await listEmployed({ listEmployees }, 77) }
  }

  test('is read from every page, by id, until the deadline', async () => {
    const { asked, answer } = await listed()
    expect([...answer.employees.keys()]).toEqual([anId(1), anId(3)])
    expect(answer.complete).toBe(true)
    const sortBy = [{ field: 'Id', isAscending: true }]
    expect(asked).toEqual([[{ filters: { isTerminated: false }, sortBy }, { deadline: 77 }]])
  })

  test('is not all known where a record was broken', async () => {
    expect((await listed(false)).answer.complete).toBe(false)
  })
})
