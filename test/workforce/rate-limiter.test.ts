import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '../../lib/workforce/rate-limiter.ts'
import { realTiming } from '../../lib/workforce/waiting.ts'

/** A clock that only sleeping moves. */
const virtualTime = () => {
  let time = 1_000_000
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    await setImmediate()
    signal?.throwIfAborted()
    time += milliseconds
  }
  return { now: () => time, sleep, start: time }
}

describe('rate limiter', () => {
  test('never gives more than burst + rate × time turns in any stretch of time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.2, max: 500, noNaN: true }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(3_000), { maxLength: 12 }),
        fc.nat(5_000),
        async (rate, burst, pauses, pausedFor) => {
          const time = virtualTime()
          const limiter = createRateLimiter(rate, time, burst)
          const turns: number[] = []
          const take = () => limiter.take().then(() => turns.push(time.now()))
          limiter.pauseUntil(time.now() + pausedFor)
          for (const pause of pauses) {
            await Promise.all([take(), take(), take()])
            await time.sleep(pause)
          }
          for (const [first, from] of turns.entries())
            for (const [last, to] of turns.entries())
              if (last >= first)
                expect(last - first + 1).toBeLessThanOrEqual(
                  burst + ((to - from) * rate) / 1000 + 1e-6,
                )
          expect(turns.every((turn) => turn >= time.start + pausedFor)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('uses its rate in full, first come first served', async () => {
    const time = virtualTime()
    const limiter = createRateLimiter(0.5, time)
    const order: [number, number][] = []
    const take = async (name: number) => {
      await limiter.take()
      order.push([name, time.now() - time.start])
    }
    await Promise.all([take(1), take(2), take(3)])
    expect(order).toEqual([
      [1, 0],
      [2, 2_000],
      [3, 4_000],
    ])
  })

  test('refuses at once where the turn would come after the deadline', async () => {
    const time = virtualTime()
    const limiter = createRateLimiter(1, time)
    const first = limiter.take()
    const late = limiter.take({ deadline: time.start + 999 })
    const early = limiter.take({ deadline: time.start + 1_000 })
    expect(await Promise.all([first, late, early])).toEqual([
      { granted: true },
      { granted: false, pausedForMilliseconds: null },
      { granted: true },
    ])
  })

  test('refuses those who wait when a pause outlasts their deadline, and says how long it is', async () => {
    const limiter = createRateLimiter(10, realTiming)
    const now = realTiming.now()
    await limiter.take()
    const waiting = limiter.take({ deadline: now + 5_000 })
    limiter.pauseUntil(now + 60_000)
    const turn = await waiting
    expect(turn.granted).toBe(false)
    expect(!turn.granted && turn.pausedForMilliseconds).toBeGreaterThan(59_000)
  })

  test('lets an aborted caller go, and gives its turn to the next', async () => {
    const limiter = createRateLimiter(20, realTiming)
    await limiter.take()
    const leaving = new AbortController()
    const left = limiter.take({ signal: leaving.signal })
    const next = limiter.take()
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(await next).toEqual({ granted: true })
  })

  test('gives turns as ever once a clock that was ahead is put back', async () => {
    const time = virtualTime()
    let ahead = 2 * 24 * 60 * 60_000
    const limiter = createRateLimiter(20, { ...time, now: () => time.now() + ahead }, 1)
    await limiter.take()
    ahead = 0
    expect(await limiter.take({ deadline: time.start + 100 })).toEqual({ granted: true })
  })

  test('keeps no timer running that nobody waits for', async () => {
    const sleeps: (AbortSignal | undefined)[] = []
    const sleep = async (_milliseconds: number, signal?: AbortSignal) => {
      sleeps.push(signal)
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    }
    const limiter = createRateLimiter(1, { now: () => 0, sleep })
    await limiter.take()
    const leaving = new AbortController()
    const left = limiter.take({ signal: leaving.signal })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(sleeps.map((signal) => signal?.aborted)).toEqual([true])
  })
})
