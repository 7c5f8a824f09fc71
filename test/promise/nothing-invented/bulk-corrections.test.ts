import { describe, expect } from 'vitest'
import { clock, correct, holiday, watch } from '../support/people.ts'
import { type System, test } from '../support/system.ts'

/** What is published of everybody in so many polls, by what it says. */
const publishedIn = async (system: System, minutes: readonly number[]) => {
  const published: string[] = []
  for (const each of minutes) {
    await system.pollAfter(each)
    published.push(...(await system.published()))
  }
  return Map.groupBy(published, (line) => line.split(' ').slice(1).join(' ').replace(/T.*/, ''))
}

const people = Array.from({ length: 12 }, (_, n) => n + 1)

describe('what is corrected of many people at once, to where a poll does not ask, is published without an operator', () => {
  test.for([6, 10, 12])(
    'the ends of shifts that %i of twelve forgot to clock out of',
    async (count, { start }) => {
      const system = await start({ now: '2026-11-13T08:00:00Z' })
      await watch(system, people.length)
      const ids = people.map((n) =>
        clock(system.world, n, {
          start: '2026-11-13T09:00:00Z',
          end: n <= count ? null : '2026-11-13T17:00:00Z',
        }),
      )
      await system.pollAt('2026-11-13T18:00:00Z')
      for (let hours = 0; hours < 60; hours += 6) await system.pollAfter(6 * 60)
      await system.events()
      for (const id of ids.slice(0, count))
        correct(system.world, id, { end: '2026-11-13T17:00:00Z' })
      const published = await publishedIn(system, [1, 1, 1, 11, 1, 1])
      expect([...published].map(([what, lines]) => [what, lines.length])).toEqual([
        ['clocked-out 2026-11-13', count],
      ])
    },
  )

  test('shifts that were on another day', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, people.length)
    const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T12:00:00Z' }
    const ids = people.map((n) => clock(system.world, n, monday))
    await system.pollAt('2026-11-16T13:00:00Z')
    await system.events()
    const friday = { start: '2026-11-13T09:00:00Z', end: '2026-11-13T12:00:00Z' }
    for (const id of ids) correct(system.world, id, friday)
    const published = await publishedIn(system, [1, 1, 1, 11, 1, 1, 1, 1, 1])
    expect([...published].map(([what, lines]) => [what, lines.length])).toEqual([
      ['clocking-amended 2026-11-16', people.length],
    ])
  })

  test('holidays that were over days ago', async ({ start }) => {
    const system = await start({ now: '2026-11-13T08:00:00Z' })
    await watch(system, people.length)
    const ids = people.map((n) => holiday(system.world, n, '2026-11-10', '2026-11-27'))
    await system.pollAt('2026-11-20T18:00:00Z')
    await system.pollAfter(20)
    await system.events()
    for (const [k, id] of ids.entries())
      holiday(system.world, k + 1, '2026-11-10', '2026-11-13', id)
    const published = await publishedIn(system, [20, 20, 20, 20, 20, 20])
    expect([...published].map(([what, lines]) => [what.split(' ')[0], lines.length])).toEqual([
      ['absence-amended', people.length],
      ['absence-ended', people.length],
    ])
  })
})
