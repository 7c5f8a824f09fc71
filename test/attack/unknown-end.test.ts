import { expect } from 'vitest'
import { employ, holiday } from '../promise/support/people.ts'
import { spoil } from '../promise/support/spoil.ts'
import { test } from '../promise/support/system.ts'

test('an absence whose end is of a new $type and that is cancelled is withdrawn', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  employ(system.world, 1)
  await system.refresh()
  await system.pollAfter(1, 16)
  const id = holiday(system.world, 1, '2026-11-16', '2026-11-30')
  await system.pollAfter(16)
  expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
  spoil(system, id, { end: { $type: 'LocalWeek', week: '2026-W49' } })
  await system.pollAfter(16)
  expect(await system.published()).toHaveLength(1)
  system.world.absences.delete(id)
  await system.pollAfter(16, 16, 16, 16)
  expect((await system.published()).map((line) => line.split(' ')[1])).toEqual([
    'absence-withdrawn',
  ])
})
