import { describe, expect } from 'vitest'
import { clock, correct, holiday, personId, watch } from '../support/people.ts'
import { laterReadingsLack, laterReadingsLag } from '../support/replicas.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Pages of two, which are read until two readings agree; from Monday morning on nobody is asked. */
const test = systemTest.extend('downSinceMonday', ({ start }) => async (): Promise<System> => {
  const system = await start({ now: '2026-11-16T07:00:00Z' })
  await watch(system, 2)
  system.api.limitPages(2)
  return system
})

const thursday = '2026-11-19T07:00:00Z'

describe('what came in an outage, and only the first reading after that shows, as all others come from a replica that lags', () => {
  test('is a clocking that is told by the next poll', async ({ downSinceMonday }) => {
    const system = await downSinceMonday()
    const hours = ['08', '09', '10', '11']
    const ids = hours.map((hour) =>
      clock(system.world, 1, {
        start: `2026-11-16T${hour}:00:00Z`,
        end: `2026-11-16T${hour}:45:00Z`,
      }),
    )
    const { over } = laterReadingsLack(system, 'clockings', ids)
    await system.pollAt(thursday)
    over()
    await system.pollAfter(1)
    const published = await system.published()
    for (const hour of hours) {
      expect(published).toContain(`1 clocked-in 2026-11-16T${hour}:00:00Z`)
      expect(published).toContain(`1 clocked-out 2026-11-16T${hour}:45:00Z`)
    }
  })

  test('is a correction that is told by the next poll', async ({ downSinceMonday }) => {
    const system = await downSinceMonday()
    const [id = ''] = ['04', '05', '06'].map((hour) =>
      clock(system.world, 1, {
        start: `2026-11-16T${hour}:00:00Z`,
        end: `2026-11-16T${hour}:45:00Z`,
      }),
    )
    await system.pollAfter(1)
    await system.events()
    const before = system.world.clockings.get(id)
    correct(system.world, id, { end: '2026-11-16T04:30:00Z' })
    const { over } = laterReadingsLag(system, 'clockings', (records) =>
      records.map((each) => ((each as { id: string }).id === id ? before : each)),
    )
    await system.pollAt(thursday)
    over()
    await system.pollAfter(1)
    expect(await system.published()).toEqual([expect.stringContaining('1 clocking-amended')])
  })

  test('is an absence that is told by the next poll', async ({ downSinceMonday }) => {
    const system = await downSinceMonday()
    const days = ['16', '17', '18', '19']
    const ids = days.map((day, n) =>
      holiday(system.world, 1, `2026-11-${day}`, `2026-11-${day}`, personId(500 + n)),
    )
    const { over } = laterReadingsLack(system, 'absences', ids)
    await system.pollAt(thursday)
    over()
    await system.pollAfter(16, 16)
    const published = await system.published()
    expect(published.filter((line) => line.includes('absence-started'))).toHaveLength(days.length)
  })
})
