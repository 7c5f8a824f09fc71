import { describe, expect, test } from 'vitest'
import { publishWhileAble } from '../../../lib/polling/publishing/publish-while-able.ts'
import { noneTaken, noTurn, type Publication } from '../../../lib/publishing/publication.ts'
import { anEntry } from '../../harness/builders.ts'

const taken = (...ids: string[]): Publication => ({
  acknowledged: new Set(ids),
  failures: new Map(),
})
const refused = 'ServiceUnavailable'

/** A topic that answers as told, the last way for ever, each time after so many milliseconds. */
const aTopic = (took: number, ...answers: (Publication | string)[]) => {
  let now = 0
  let tries = 0
  const publishUntil = publishWhileAble(
    async (entries) => {
      now += took
      const answer = answers[Math.min(tries++, answers.length - 1)] ?? refused
      if (typeof answer !== 'string') return answer
      return { ...noneTaken(entries, answer), ...(answer === refused && { isUnanswered: true }) }
    },
    { now: () => now, wait: () => new Promise(() => {}) },
  )
  return { publishUntil, tries: () => tries, now: () => now }
}

test('gives up on a topic that does not answer by the deadline', async () => {
  const publishUntil = publishWhileAble(() => new Promise(() => {}), {
    now: () => 0,
    wait: async (milliseconds) => expect(milliseconds).toBe(6_000),
  })
  const late = { ...noneTaken([anEntry(1)], 'TimeoutError'), isUnanswered: true }
  expect(await publishUntil(6_000)([anEntry(1)])).toEqual(late)
})

test('what was taken by the deadline counts, though the client hangs', async () => {
  const publishUntil = publishWhileAble(
    (_entries, _within, { onTaken } = {}) => {
      onTaken?.([anEntry(1).id])
      return new Promise(() => {})
    },
    { now: () => 0, wait: async () => {} },
  )
  const { acknowledged } = await publishUntil(6_000)([anEntry(1), anEntry(2)])
  expect(acknowledged).toEqual(new Set([anEntry(1).id]))
})

test('who had little time to answer, and did not, is not taken for one who is away', async () => {
  let tries = 0
  const publishUntil = publishWhileAble(
    () => {
      tries++
      return new Promise(() => {})
    },
    { now: () => 0, wait: async () => {} },
  )
  for (let n = 1; n <= 9; n++)
    expect(await publishUntil(999)([anEntry(n)])).toEqual(noneTaken([anEntry(n)], noTurn))
  expect(tries).toBe(9)
})

test('goes on with a topic that answers while what gets events after it hangs', async () => {
  let tries = 0
  const publishUntil = publishWhileAble(
    (_entries, _within, { onAnswer } = {}) => {
      tries++
      onAnswer?.()
      return new Promise(() => {})
    },
    { now: () => 0, wait: async () => {} },
  )
  for (let n = 1; n <= 9; n++)
    expect(await publishUntil(6_000)([anEntry(n)])).toEqual(noneTaken([anEntry(n)], 'TimeoutError'))
  expect(tries).toBe(9)
})

test('one whose events alone are refused leaves the topic to the others', async () => {
  const topic = aTopic(0, 'InvalidParameter')
  const publish = topic.publishUntil(1)
  for (let n = 0; n < 9; n++) await publish([anEntry(n)])
  expect(topic.tries()).toBe(9)
})

describe('publishing while able', () => {
  test('publishes until the deadline, and not at it', async () => {
    const topic = aTopic(10, taken(anEntry(1).id))
    const publish = topic.publishUntil(15)
    expect(await publish([anEntry(1)])).toEqual(taken(anEntry(1).id))
    expect(await publish([anEntry(2)])).toEqual(taken(anEntry(1).id))
    const late = await publish([anEntry(3)])
    expect(late).toEqual(noneTaken([anEntry(3)], noTurn))
    expect(topic.tries()).toBe(2)
  })

  test('leaves a topic alone that has taken nothing three times in a row', async () => {
    const topic = aTopic(0, refused)
    const publish = topic.publishUntil(1)
    for (let n = 0; n < 3; n++)
      expect(await publish([anEntry(n)])).toEqual({
        ...noneTaken([anEntry(n)], refused),
        isUnanswered: true,
      })
    const left = noneTaken([anEntry(4)], 'NotTried')
    expect(await publish([anEntry(4)])).toEqual(left)
    expect(await topic.publishUntil(99)([anEntry(4)])).toEqual(left)
    expect(topic.tries()).toBe(3)
  })

  test('goes on with one that takes some of it now and then', async () => {
    const some = taken(anEntry(2).id)
    const topic = aTopic(0, refused, refused, some, refused, refused, some)
    const publish = topic.publishUntil(1)
    for (let n = 0; n < 9; n++) await publish([anEntry(n)])
    expect(topic.tries()).toBe(9)
  })
})
