import { describe, expect, test } from 'vitest'
import { askEmployees } from '../../../lib/polling/asking/ask-employees.ts'
import { DeadlineError, ThrottledError } from '../../../lib/workforce/errors.ts'
import { asking, forbidden, never } from './asking-people.ts'

describe('asking employees', () => {
  test('asks in the order given and answers in it, several at once included', async () => {
    const who = [7, 3, 5]
    const { asked, result } = await asking(() => null, { who, concurrency: 3 })
    expect(asked).toEqual(who)
    expect(result).toEqual({
      kind: 'answered',
      answers: who.map((of) => ({ of, answer: of * 10 })),
      failures: [],
      heldUp: [],
      haveMostFailed: false,
    })
  })

  test('keeps the refusal of one from the others', async () => {
    const { result } = await asking((person) => (person === 3 ? forbidden() : null))
    expect(result).toMatchObject({
      kind: 'answered',
      failures: [{ of: 3, error: { kind: 'problem', status: 403 } }],
    })
    expect(result.kind === 'answered' && result.answers).toHaveLength(19)
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
    expect(result).toMatchObject({ heldUp: throttled })
  })

  test('leaves the rest over where a call is past its deadline', async () => {
    const { asked, result } = await asking((person) =>
      person === 5 ? new DeadlineError('clockings') : null,
    )
    expect(asked).toEqual([0, 1, 2, 3, 4, 5])
    expect(result).toMatchObject({ kind: 'answered', failures: [] })
    expect(result.kind === 'answered' && result.answers).toHaveLength(5)
  })

  test.for([
    { before: 3, slow: [] },
    { before: 1, slow: [1] },
  ])(
    'holds up whom time ran out on where they had over a third of it: $before asked before',
    async ({ before, slow }) => {
      let time = 0
      const takesOne = (person: number) => {
        time += 1
        return person === before ? new DeadlineError('clockings') : null
      }
      const { result } = await asking(takesOne, { machineNow: () => time, until: 10 })
      expect(result).toMatchObject({ kind: 'answered', failures: [], heldUp: slow })
    },
  )

  test.each([
    { answered: 3, wasWell: true, fails: false },
    { answered: 3, wasWell: false, fails: true },
    { answered: 1, wasWell: false, fails: false },
  ])(
    'holds up who is slow, and lets them fail who was not well and is slower than several ($answered, $wasWell)',
    async ({ answered, wasWell, fails }) => {
      const who = [...Array(answered).keys(), 9]
      let now = 0
      const { result } = await asking(
        (person) => {
          now = person === 9 ? 8 : 0
          return person === 9 ? new DeadlineError('clockings') : null
        },
        {
          who,
          machineNow: () => now,
          until: 10,
          isWell: (person) => person !== 9 || wasWell,
        },
      )
      const slow = result.kind === 'answered' && {
        failed: result.failures.map(({ of }) => of),
        heldUp: result.heldUp,
      }
      expect(slow).toEqual(fails ? { failed: [9], heldUp: [] } : { failed: [], heldUp: [9] })
    },
  )

  test('takes throttling for common by those who were well, and by all where most were failing', async () => {
    const throttled = () => new ThrottledError('clockings', 429, 60_000)
    const failing = { who: [0, 1, 2], isWell: () => false }
    expect((await asking(throttled, failing)).result).toMatchObject({
      failures: [{ of: 0 }, { of: 1 }, { of: 2 }],
      heldUp: [],
    })
    const most = await asking(throttled, { ...failing, wereMostFailing: true })
    expect(most.result).toMatchObject({ failures: [], heldUp: [0, 1] })
  })

  test('leaves over whose request was not sent, and asks nobody else', async () => {
    const unsent = () => new ThrottledError('clockings', 429, 60_000, false)
    const { asked, result } = await asking((person) => (person === 4 ? unsent() : null))
    expect(asked).toEqual([0, 1, 2, 3, 4])
    expect(result).toMatchObject({ kind: 'answered', failures: [], heldUp: [] })
  })

  test('starts no call when time is up', async () => {
    let time = 0
    const takesOne = () => {
      time += 1
      return null
    }
    const { asked, result } = await asking(takesOne, {
      machineNow: () => time,
      until: 3,
    })
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
      {
        places: { usual: 3, most: 3 },
        machineNow: () => 0,
        wait: never,
        until: 1,
        isWell: () => true,
      },
    )
    expect(result).toEqual({
      kind: 'answered',
      answers: [
        { of: 0, answer: 0 },
        { of: 2, answer: 2 },
      ],
      failures: [],
      heldUp: [],
      haveMostFailed: false,
    })
  })

  test('throws what is no failure of the API', async () => {
    const bug = new TypeError('x is not a function')
    const options = {
      places: { usual: 1, most: 1 },
      machineNow: () => 0,
      wait: never,
      until: 1,
      isWell: () => true,
    }
    await expect(askEmployees([1], () => Promise.reject(bug), options)).rejects.toBe(bug)
  })
})
