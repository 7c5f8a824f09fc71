import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Capacity } from '../../../lib/polling/dispatching/capacity.ts'
import { planSlots, type Wish } from '../../../lib/polling/dispatching/plan-slots.ts'
import type { Slot } from '../../../lib/store/budget-store.ts'

const longest = 100_000
const capacity: Capacity = {
  requestsPerSecond: 20,
  latency: 100,
  concurrentPolls: 4,
  concurrentCalls: 8,
}
const minute = { from: 0, until: 60_000 }
const shardName = (n: number): string => String(n).padStart(4, '0')
const wishesOf = (...calls: number[]): Wish[] =>
  calls.map((each, n) => ({ shardId: shardName(n + 1), calls: each, notBefore: 0 }))

/** What some slots sum to at a moment. */
const sumAt = (slots: readonly Slot[], at: number): number =>
  slots
    .filter(({ from, until }) => from <= at && at < until)
    .reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)

const anySlot = fc
  .record({
    shardId: fc.nat(30).map(shardName),
    from: fc.integer({ min: -90_000, max: 60_000 }),
    length: fc.integer({ min: 1, max: longest }),
    requestsPerSecond: fc.double({ min: 0.1, max: 30, noNaN: true }),
  })
  .map(({ length, ...slot }) => ({ ...slot, until: slot.from + length }))
const anyWishes = fc.array(
  fc.record({ calls: fc.nat(3_000), notBefore: fc.integer({ min: 0, max: 70_000 }) }),
  { maxLength: 30 },
)
const anyCapacity = fc.record({
  requestsPerSecond: fc.double({ min: 0.05, max: 500, noNaN: true }),
  latency: fc.integer({ min: 1, max: 5_000 }),
  concurrentPolls: fc.integer({ min: 1, max: 20 }),
  concurrentCalls: fc.integer({ min: 1, max: 50 }),
})
const wished = (wishes: readonly Omit<Wish, 'shardId'>[]): Wish[] =>
  wishes
    .toSorted((a, b) => a.notBefore - b.notBefore)
    .map((wish, n) => ({ ...wish, shardId: shardName(n) }))

describe('slots', () => {
  test('and what is booked never sum to more than the rate, but where that is booked already', () => {
    fc.assert(
      fc.property(fc.array(anySlot), anyWishes, anyCapacity, (booked, wishes, given) => {
        const slots = planSlots(wished(wishes), booked, minute, given, longest)
        for (const { from } of slots) {
          const sum = sumAt([...booked, ...slots], from)
          expect(sum).toBeLessThanOrEqual(given.requestsPerSecond * (1 + 1e-6))
        }
        // What is booked may begin later than a slot.
        for (const { from } of booked)
          if (sumAt(slots, from) > 0)
            expect(sumAt([...booked, ...slots], from)).toBeLessThanOrEqual(
              given.requestsPerSecond * (1 + 1e-6),
            )
      }),
    )
  })

  test('begin within the interval, no sooner than they may, and are no longer than a poll', () => {
    fc.assert(
      fc.property(anyWishes, anyCapacity, (wishes, given) => {
        const all = wished(wishes)
        for (const { shardId, from, until } of planSlots(all, [], minute, given, longest)) {
          const notBefore = all.find((wish) => wish.shardId === shardId)?.notBefore ?? 0
          expect(from).toBeGreaterThanOrEqual(notBefore)
          expect(from).toBeLessThan(minute.until)
          expect(until - from).toBeLessThanOrEqual(longest)
        }
      }),
    )
  })

  test('are given to the most urgent, where not all find a place', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_000 })), anyCapacity, (calls, given) => {
        const wishes = wishesOf(...calls)
        const planned = planSlots(wishes, [], minute, given, longest).map(({ shardId }) => shardId)
        const first = wishes.slice(0, planned.length).map(({ shardId }) => shardId)
        expect(planned.toSorted()).toEqual(first)
      }),
    )
  })

  test('are there for everyone, and long enough, where all together take less than the interval', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 10 }),
        (calls) => {
          const slots = planSlots(wishesOf(...calls), [], minute, capacity, longest)
          expect(slots).toHaveLength(calls.length)
          for (const { shardId, from, until, requestsPerSecond } of slots) {
            const needed = calls[Number(shardId) - 1] ?? 0
            expect(((until - from) / 1_000) * requestsPerSecond).toBeGreaterThanOrEqual(needed)
          }
        },
      ),
    )
  })

  test('leave a poll of few people time for one slow call after another', () => {
    const slow = { ...capacity, latency: 2_500 }
    const [slot] = planSlots(wishesOf(4), [], minute, slow, longest)
    expect(slot?.until).toBe(20_000)
  })
})

describe('pollers', () => {
  const rates = (slots: readonly Slot[]) =>
    slots.map(({ from, requestsPerSecond }) => [from, requestsPerSecond])

  test('follow one another where one can use the rate', () => {
    const slots = planSlots(wishesOf(400, 400), [], minute, capacity, longest)
    expect(rates(slots)).toEqual([
      [0, 20],
      [slots[0]?.until, 20],
    ])
    expect(slots[1]?.until).toBeLessThanOrEqual(60_000)
  })

  test('are as many as it takes to use the rate', () => {
    const slow = { ...capacity, latency: 500 }
    expect(
      rates(planSlots(wishesOf(400, 400, 400), [], minute, slow, longest)).slice(0, 2),
    ).toEqual([
      [0, 10],
      [0, 10],
    ])
  })

  test('are no more than the settings allow, nor than there are polls', () => {
    const crawling = { ...capacity, latency: 5_000 }
    const atOnce = (slots: readonly Slot[]) => slots.filter(({ from }) => from === 0).length
    expect(atOnce(planSlots(wishesOf(9, 9, 9, 9, 9), [], minute, crawling, longest))).toBe(4)
    expect(atOnce(planSlots(wishesOf(9, 9), [], minute, crawling, longest))).toBe(2)
  })

  test('are more where their beginnings would take much of the time', () => {
    const second = { from: 0, until: 1_000 }
    const slots = planSlots(wishesOf(1, 1, 1), [], second, capacity, longest)
    expect(slots.map(({ from }) => from)).toEqual([0, 0, 0])
  })

  test('wait until what was planned before is over', () => {
    const before = [{ shardId: '0009', requestsPerSecond: 20, from: -10_000, until: 5_000 }]
    const [first] = planSlots(wishesOf(100), before, minute, capacity, longest)
    expect(first).toMatchObject({ from: 5_000, requestsPerSecond: 20 })
  })
})
