import { expectOneContentPerId, expectPicture } from './consumer.ts'
import { clock, watch } from './people.ts'
import { type System, type SystemOptions, test as systemTest } from './system.ts'

/** A test that may begin with three people who are watched. */
export const test = systemTest.extend(
  'begin',
  ({ start }) =>
    async (options: SystemOptions = {}): Promise<System> => {
      const system = await start({ now: '2026-11-16T08:00:00Z', ...options })
      await watch(system, 3)
      return system
    },
)

/** Days on which the first person works for an hour and nothing else happens. */
export const pollDays = async (system: System, days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    await system.pollAfter(23 * 60)
    const start = system.clock.moment()
    await system.pollAfter(60)
    clock(system.world, 1, { start, end: system.clock.moment() })
    await system.pollAfter(16)
  }
}

/** Takes what is still to come, and judges the whole history. */
export const judge = async (system: System): Promise<void> => {
  await system.events()
  expectOneContentPerId(system.history)
  expectPicture(system.history, system.world)
}
