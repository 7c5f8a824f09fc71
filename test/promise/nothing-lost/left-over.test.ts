import { expect } from 'vitest'
import { clock, holiday, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

const people = 6
const inShort = (line: string): string => line.split(' ').slice(0, 2).join(' ')
const of = (what: string): string[] => Array.from({ length: people }, (_, n) => `${n + 1} ${what}`)

/** Polled on Monday at five, then not for 62 hours, and then with time for some alone. */
const test = systemTest.extend(
  'outOfTime',
  ({ start }) =>
    async (): Promise<{ system: System; quick: () => void }> => {
      const system = await start({ now: '2026-11-16T08:00:00Z', polling: { concurrentCalls: 1 } })
      await watch(system, people)
      await system.pollAt('2026-11-16T17:00:00Z')
      for (let n = 1; n <= people; n++) {
        clock(system.world, n, {
          id: personId(100 + n),
          start: '2026-11-16T09:00:00Z',
          end: '2026-11-16T16:35:00Z',
        })
        holiday(system.world, n, '2026-11-17', '2026-11-17')
      }
      const quick = system.api.trouble({ on: () => true, delay: 150 })
      system.clock.set('2026-11-19T07:00:00Z')
      await system.poll('0001', 1_600)
      return { system, quick }
    },
)

test('whom a poll had no time for is told of as far back by the next', async ({ outOfTime }) => {
  const { system, quick } = await outOfTime()
  quick()
  await system.pollAfter(1, 1, 16)
  const published = [...new Set((await system.published()).map(inShort))]
  const expected = ['clocked-in', 'clocked-out', 'absence-started', 'absence-ended'].flatMap(of)
  expect(published.sort()).toEqual(expected.sort())
})

test('polls that never have time for all come to everyone in turn', async ({ outOfTime }) => {
  const { system } = await outOfTime()
  for (let time = 0; time < 4; time++) {
    system.clock.pass(60_000)
    await system.poll('0001', 1_600)
  }
  // A poll that runs out of time may be ended before it notes what SNS took: then it repeats that.
  const ins = (await system.published()).filter((line) => line.includes('clocked-in'))
  expect(new Set(ins).size).toBe(people)
})
