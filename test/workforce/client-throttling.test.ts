import { describe, expect, test } from 'vitest'
import { ThrottledError } from '../../lib/workforce/errors.ts'
import { anId } from '../harness/builders.ts'
import { aMemoryClient, aPage, memoryHttp, virtualTime } from './memory.ts'
import { all, errorOf } from './service.ts'

const throttled = (seconds: number) => ({ status: 429, retryAfter: String(seconds) })
const people = Array.from({ length: 50 }, (_, n) => anId(n + 1))
const someone = anId(99)

const isAbout = ({ body }: { body: { filters?: unknown } }, id: string): boolean =>
  JSON.stringify(body.filters ?? null).includes(id)

describe('throttling of one employee’s requests', () => {
  test('delays nobody else, and that one no further than the deadline', async () => {
    const time = virtualTime()
    const http = memoryHttp(time, (request) =>
      isAbout(request, someone) ? throttled(10) : aPage([]),
    )
    const client = aMemoryClient(http, time, { requestsPerSecond: 100 })
    const call = { deadline: time.start + 25_000 }
    const ask = async (id: string) => {
      await all(client.listClockings({ employeeId: id }, call))
      return time.now() - time.start
    }
    const refused = errorOf(ask(someone))
    const took = await Promise.all(people.map(ask))
    expect(Math.max(...took)).toBeLessThan(1_000)
    expect(await refused).toBeInstanceOf(ThrottledError)
    expect(time.now()).toBeLessThanOrEqual(call.deadline)
    // Three attempts, each as late as it was told.
    const theirs = http.sent.filter(({ body }) => body.includes(someone)).map(({ at }) => at)
    expect(theirs).toHaveLength(3)
    for (const [n, at] of theirs.entries())
      expect(at - time.start).toBeGreaterThanOrEqual(n * 10_000)
  })

  test('delays nobody else however often and for whatever it is met', async () => {
    const time = virtualTime()
    const http = memoryHttp(time, (request) =>
      isAbout(request, someone) ? throttled(10) : aPage([]),
    )
    const client = aMemoryClient(http, time)
    for (const [n, id] of people.entries()) {
      const call = { deadline: time.now() + 5_000 }
      const from = `2026-11-${10 + (n % 10)}`
      await errorOf(
        all(client.listClockings({ employeeId: someone, from: `${from}T00:00:00Z` }, call)),
      )
      await errorOf(all(client.listAbsences({ employeeId: someone, from }, call)))
      await all(client.listClockings({ employeeId: id }, call))
    }
    expect(time.now() - time.start).toBeLessThan(people.length * 3 * 60)
  })
})

test('throttling of many whom the API kept failing delays nobody else', async () => {
  const time = virtualTime()
  const bad = people.slice(0, 10)
  const http = memoryHttp(time, (request) =>
    bad.some((id) => isAbout(request, id)) ? throttled(600) : aPage([]),
  )
  const client = aMemoryClient(http, time, { requestsPerSecond: 100 })
  const deadline = time.start + 25_000
  for (const employeeId of bad) {
    const call = { deadline, isTelling: false }
    expect(await errorOf(all(client.listClockings({ employeeId }, call)))).toMatchObject({
      wasSent: true,
    })
  }
  for (const employeeId of people.slice(10))
    expect(await all(client.listClockings({ employeeId }, { deadline }))).toHaveLength(1)
})

describe('an API that throttles everyone', () => {
  test('is left alone after a few requests, as long as it asks', async () => {
    const time = virtualTime()
    const until = time.start + 30_000
    const http = memoryHttp(time, () =>
      time.now() < until ? throttled(Math.ceil((until - time.now()) / 1_000)) : aPage([]),
    )
    const counts: string[] = []
    const hooks = { onThrottle: (operation: string) => counts.push(operation) }
    const client = aMemoryClient(http, time, { requestsPerSecond: 20, hooks })
    const asked = people.map((employeeId) => all(client.listClockings({ employeeId })))
    expect((await Promise.all(asked)).flat()).toHaveLength(people.length)
    const early = http.sent.filter(({ path, at }) => path.includes('clockings') && at < until)
    expect(early.length).toBeLessThanOrEqual(5)
    expect(counts).toEqual(early.map(() => 'clockings'))
    // And then no faster than ever: fifty requests at twenty a second.
    expect(time.now() - until).toBeLessThan(4_000)
  })

  test('fails calls at once, unsent, whose deadline is before that', async () => {
    const time = virtualTime()
    const http = memoryHttp(time, () => ({ status: 503, retryAfter: '60' }))
    const client = aMemoryClient(http, time)
    const call = { deadline: time.start + 5_000 }
    for (const [n, employeeId] of people.entries()) {
      const error = await errorOf(all(client.listClockings({ employeeId }, call)))
      expect(error).toBeInstanceOf(ThrottledError)
      expect(error).toMatchObject({ status: 503, wasSent: n < 3 })
    }
    expect(http.sent.filter(({ path }) => path.includes('clockings'))).toHaveLength(3)
    expect(time.now() - time.start).toBeLessThan(1_000)
  })

  test('is asked again when the time has come, by everyone', async () => {
    const time = virtualTime()
    let isThrottling = true
    const http = memoryHttp(time, () => (isThrottling ? throttled(10) : aPage([])))
    const client = aMemoryClient(http, time)
    const call = { deadline: time.start + 5_000 }
    for (const employeeId of people) await errorOf(all(client.listClockings({ employeeId }, call)))
    isThrottling = false
    await time.sleep(10_000)
    const later = time.now()
    for (const employeeId of people) await all(client.listClockings({ employeeId }))
    expect(time.now() - later).toBeLessThan(people.length * 60)
  })

  test('when it throttles tokens, is asked for no other before it wants it', async () => {
    const time = virtualTime()
    const tokens = () => throttled(60)
    const http = memoryHttp(time, () => aPage([]), tokens)
    const client = aMemoryClient(http, time)
    const call = { deadline: time.start + 5_000 }
    for (const employeeId of people) await errorOf(all(client.listClockings({ employeeId }, call)))
    expect(http.sent.map(({ path }) => path)).toEqual(['/connect/token'])
  })
})
