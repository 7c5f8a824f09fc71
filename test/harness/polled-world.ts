import { anEmployee } from './builders.ts'
import type { Engines } from './engines.ts'
import { startWorld, type World } from './world.ts'

type Options = Partial<Parameters<typeof startWorld>[1]>

/** A world in which one employee was there before the first run, and has been polled once. */
export const startPolledWorld = async (engines: Engines, options: Options = {}): Promise<World> => {
  const world = await startWorld(engines, { now: '2026-11-18T08:00:00Z', ...options })
  await world.employee(anEmployee())
  await world.refresh()
  await world.poll()
  return world
}
