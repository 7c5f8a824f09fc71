import { expect, onTestFinished, vi } from 'vitest'
import { startGate } from '../support/gate.ts'
import { holiday, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'
import { visit } from '../support/visits.ts'

/**
 * A system in which nothing can be read of what a first person did on Monday the 16th; and how it
 * goes on from the Friday after, long past the lookback, when all can be read again, but SNS
 * refuses what the first poll has: that is saved in part, and the poll stops.
 */
const test = systemTest.extend(
  'readAgain',
  ({ start, engines }) =>
    async (write: (system: System) => void): Promise<string[]> => {
      const gate = await startGate(engines.environment.AWS_ENDPOINT_URL_SNS)
      onTestFinished(gate.close)
      const system = await start({ now: '2026-11-15T23:00:00Z' })
      vi.stubEnv('AWS_ENDPOINT_URL_SNS', gate.endpoint)
      system.restart()
      await watch(system, 2)
      write(system)
      const mend = system.api.trouble({
        on: ({ of }) => of === 'clockings' || of === 'absences',
        records: (records) => records.map((each) => Object.assign({}, each, { start: 'soon' })),
      })
      for (const day of [17, 18, 19]) await system.pollAt(`2026-11-${day}T00:00:00Z`)
      expect(await system.published()).toEqual([])
      mend()
      gate.set('refuses')
      await system.pollAt('2026-11-20T08:00:00Z')
      gate.set('open')
      system.restart()
      await system.pollAfter(1, 1, 31, 31)
      return system.published()
    },
)

/** As many as are remembered by their ids; and more, of which only the time is. */
const counts = [90, 130]

test.for(counts)(
  '%i clockings that could not be read are published though SNS took only a part of them',
  async (count, { readAgain }) => {
    const published = await readAgain(({ world }) => {
      visit(world, '2026-11-16T00:00:00Z', 1, count, null)
    })
    expect(new Set(published).size).toBe(2 * count)
    expect(published).toHaveLength(2 * count)
  },
)

test.for(counts)(
  '%i absences that could not be read are published though SNS took only a part of them',
  async (count, { readAgain }) => {
    const published = await readAgain(({ world }) => {
      for (let n = 0; n < count; n++) holiday(world, 1, '2026-11-16', '2026-11-16')
    })
    expect(published.filter((each) => each.includes('absence-started'))).toHaveLength(count)
    expect(published).toHaveLength(2 * count)
  },
)
