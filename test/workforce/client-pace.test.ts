import { describe, expect, test } from 'vitest'
import { DeadlineError } from '../../lib/workforce/errors.ts'
import { anId } from '../harness/builders.ts'
import { aMemoryClient, aPage, memoryHttp, virtualTime } from './memory.ts'
import { all, errorOf } from './service.ts'

const people = Array.from({ length: 20 }, (_, n) => anId(n + 1))

/** A client over memory whose API answers after 50 ms, and its calls at some pace. */
const atPace = (
  { requestsPerSecond = 10, from = 0, until = 60_000 },
  answer: Parameters<typeof memoryHttp>[1] = () => aPage([]),
) => {
  const time = virtualTime()
  const http = memoryHttp(time, answer)
  const client = aMemoryClient(http, time, { retry: { attempts: 1 } })
  const { start } = time
  const paced = client.paced({ requestsPerSecond, from: start + from, until: start + until })
  const sent = () =>
    http.sent.filter(({ body }) => body.includes('filters')).map(({ at }) => at - start)
  const askAll = () =>
    Promise.allSettled(people.map((employeeId) => all(paced.listClockings({ employeeId }))))
  return { client, paced, askAll, sent, time }
}

describe('calls at a pace', () => {
  test('are no faster than that, whatever else the client may send', async () => {
    const { askAll, sent } = atPace({ requestsPerSecond: 10 })
    await askAll()
    const moments = sent()
    expect(moments).toHaveLength(20)
    for (const [n, at] of moments.entries()) expect(at).toBeGreaterThanOrEqual(n * 100 - 1)
    expect(moments.at(-1)).toBeLessThan(2_500)
  })

  test('begin neither before it does nor after it ends', async () => {
    const { askAll, sent } = atPace({ requestsPerSecond: 10, from: 400, until: 1_400 })
    const outcomes = await askAll()
    expect(Math.min(...sent())).toBeGreaterThanOrEqual(400)
    expect(Math.max(...sent())).toBeLessThanOrEqual(1_400)
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.length).toBe(20 - sent().length)
    expect(refused.length).toBeGreaterThan(8)
  })

  test('that would come after its end fail as those after a deadline do', async () => {
    const { paced, sent } = atPace({ until: -1 })
    const [employeeId = ''] = people
    const error = await errorOf(all(paced.listClockings({ employeeId })))
    expect(error).toBeInstanceOf(DeadlineError)
    expect(sent()).toEqual([])
  })

  test('end there though who calls has time for longer', async () => {
    const { paced, sent, time } = atPace({ until: -1 })
    const [employeeId = ''] = people
    const call = { deadline: time.start + 60_000 }
    const error = await errorOf(all(paced.listClockings({ employeeId }, call)))
    expect(error).toBeInstanceOf(DeadlineError)
    expect(sent()).toEqual([])
  })

  test('say what they have spent, and leave out what others have', async () => {
    const { client, paced, askAll } = atPace({})
    await all(client.listClockings({ employeeId: anId(99) }))
    await askAll()
    await all(paced.listAbsences({ employeeId: anId(1) }))
    const { milliseconds, ...spent } = paced.spent()
    expect(spent).toEqual({ requests: { clockings: 20, absences: 1 }, answers: 21, throttled: 0 })
    expect(milliseconds).toBeGreaterThanOrEqual(0)
  })

  test('say how often they were throttled, once that is common', async () => {
    const { paced, askAll } = atPace({}, () => ({ status: 429, retryAfter: '0' }))
    await askAll()
    expect(paced.spent()).toMatchObject({ throttled: 18, answers: 20 })
  })

  test('do not take the throttling of one employee for everyone’s', async () => {
    const { paced, askAll } = atPace({}, ({ body }) =>
      JSON.stringify(body).includes(anId(7)) ? { status: 429, retryAfter: '0' } : aPage([]),
    )
    await askAll()
    expect(paced.spent()).toMatchObject({ throttled: 0, answers: 20 })
  })
})
