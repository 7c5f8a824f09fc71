import { watch } from './people.ts'
import { type System, test as systemTest } from './system.ts'

/** A test that begins on a Monday at eight, with two people who are watched. */
export const test = systemTest.extend('begin', ({ start }) => async (): Promise<System> => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  return system
})
