import { anEmployee } from './builders.ts'
import { test as engineTest } from './engine-test.ts'
import { startWorld, type World } from './world.ts'

type Options = Parameters<typeof startWorld>[1]

/** A test that may start a Workforce service and the system that polls it; what it starts ends with it. */
export const test = engineTest
  .extend('start', async ({ engines }, { onCleanup }) => {
    const worlds: World[] = []
    onCleanup(async () => {
      for (const world of worlds) await world.close()
    })
    return async (options: Options): Promise<World> => {
      const world = await startWorld(engines, options)
      worlds.push(world)
      return world
    }
  })
  /** Starts a world in which one employee was there before the first run, and has been polled once. */
  .extend('startPolled', ({ start }) => async (options: Partial<Options> = {}): Promise<World> => {
    const world = await start({ now: '2026-11-18T08:00:00Z', ...options })
    await world.employee(anEmployee())
    await world.refresh()
    await world.poll()
    return world
  })
