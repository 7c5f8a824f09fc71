import { expect } from 'vitest'
import { employ, holiday } from '../promise/support/people.ts'
import { test } from '../promise/support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`

test('clockings that fail for everybody hold up no known absence', async ({ start }) => {
  const system = await start({ now: on('08:00') })
  for (let n = 1; n <= 12; n++) employ(system.world, n)
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.refresh()
  await system.pollAfter(1, 16)
  system.api.trouble({ on: ({ of }) => of === 'clockings', status: 500 })
  await system.pollAt('2026-11-17T00:01:00Z')
  await system.pollAfter(1, 16)
  expect(await system.published()).toEqual(['1 absence-started 2026-11-17T00:00:00Z'])
})

test('clockings that fail for everybody hold up no absence that is entered', async ({ start }) => {
  const system = await start({ now: on('08:00') })
  for (let n = 1; n <= 12; n++) employ(system.world, n)
  await system.refresh()
  await system.pollAfter(1, 16)
  system.api.trouble({ on: ({ of }) => of === 'clockings', status: 500 })
  holiday(system.world, 1, '2026-11-16', '2026-11-17')
  await system.pollAfter(16, 16, 16)
  expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
})
