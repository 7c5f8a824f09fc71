import { expect } from 'vitest'
import { anId, aSickness } from '../../harness/builders.ts'
import { clock, correct, watch } from '../support/people.ts'
import { test } from '../support/system.ts'
import { largestItem, sizeOf } from '../support/table.ts'

const long = '病'.repeat(2_000)

/** Sicknesses of the first person, each of three hours. */
const fallIll = (world: Parameters<typeof clock>[0], count: number, text = long) => {
  for (let n = 0; n < count; n++) {
    const id = anId(5_000 + n, 3)
    const date = `2026-11-${String(16 - (n % 14)).padStart(2, '0')}`
    const at = (hour: number) => ({
      $type: 'LocalDateTime' as const,
      date,
      time: `0${hour}:00:00`,
    })
    world.absences.set(
      id,
      aSickness({
        id,
        employeeId: anId(1),
        start: at(1 + (n % 4)),
        end: at(2 + (n % 4)),
        displayName: text,
        note: text,
        reason: { id: 4, description: text },
        estimatedReturn: null,
      }),
    )
  }
}

const options = {
  now: '2026-11-16T08:00:00Z',
  polling: { lookbackHours: 720 },
  privacy: { absences: 'full' },
}

test('somebody with very much to say of 30 absences is told of, and fits into an item', async ({
  start,
}) => {
  const system = await start(options)
  await watch(system, 2)
  fallIll(system.world, 30)
  await system.pollAfter(16, 1, 1)
  const { length } = await system.events()
  for (const item of await system.table.all()) expect(sizeOf(item)).toBeLessThan(largestItem)
  expect(length).toBe(60)
})

test('absences cost nobody the corrections of their shifts', async ({ start }) => {
  const system = await start(options)
  await watch(system, 2)
  fallIll(system.world, 12)
  await system.pollAfter(16)
  const id = clock(system.world, 1, { start: '2026-11-16T05:00:00Z', end: '2026-11-16T08:00:00Z' })
  await system.pollAfter(1)
  await system.events()
  correct(system.world, id, { end: '2026-11-16T07:30:00Z' })
  await system.pollAfter(1, 1)
  expect((await system.events()).map(({ type }) => type)).toEqual(['attendance.clocking-amended'])
})
