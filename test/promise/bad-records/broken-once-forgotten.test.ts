import { expect } from 'vitest'
import { clock, watch } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import { type System, test } from '../support/system.ts'

/** A poll every ten minutes. */
const pollUntil = async (system: System, moment: string): Promise<void> => {
  while (system.clock.moment() < moment) await system.pollAfter(10)
}

test('a shift that was published, and cannot be read for a while once it is forgotten, is not published anew', async ({
  start,
}) => {
  const polling = { awayEverySeconds: 3_600, lookbackHours: 1 }
  const system = await start({ polling, now: '2026-11-16T05:30:00Z' })
  await watch(system, 2)
  const id = clock(system.world, 1, { start: '2026-11-16T06:00:00Z', end: '2026-11-16T06:40:00Z' })
  await pollUntil(system, '2026-11-16T07:50:00Z')
  expect(await system.published()).toHaveLength(2)
  clock(system.world, 1, { start: '2026-11-16T07:50:00Z', end: null })
  await system.pollAfter(1)
  expect(await system.published()).toHaveLength(1)
  const mend = spoil(system, id)
  await system.pollAfter(1)
  mend()
  await pollUntil(system, '2026-11-16T09:00:00Z')
  expect(await system.published()).toEqual([])
})
