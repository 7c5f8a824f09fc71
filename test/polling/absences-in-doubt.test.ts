import { describe, expect } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import { aHoliday } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import type { World } from '../harness/world.ts'
import { test } from '../harness/world-test.ts'

const until = (date: string, time: string) =>
  aHoliday({ end: { $type: 'LocalDateTime', date, time } })

/** Polls a minute apart, up to a moment of the day; what they tell. */
const pollUntil = async (world: World, time: string): Promise<string[]> => {
  while (world.moment() < `2026-11-18T${time}:00Z`) {
    world.pass(minute)
    await world.poll()
  }
  return outline(await world.events())
}

describe('what an answer takes back of an absence', () => {
  const noon = until('2026-11-18', '12:00:00')
  const evening = until('2026-11-18', '18:00:00')

  test('is confirmed by the next poll, though absences are not due', async ({ startPolled }) => {
    const world = await startPolled({ now: '2026-11-18T08:00:00Z' })
    await world.absence(noon)
    await pollUntil(world, '08:20')
    await world.absence(evening)
    await pollUntil(world, '08:40')
    await world.absence(noon)
    expect(await pollUntil(world, '08:50')).toEqual(['absence-amended 2026-11-18T08:46:00Z'])
  })

  test('by being stale holds up its end for no longer than until the next poll', async ({
    startPolled,
  }) => {
    const world = await startPolled({ now: '2026-11-18T11:00:00Z' })
    await world.absence(evening)
    await pollUntil(world, '11:20')
    await world.absence(noon)
    await pollUntil(world, '11:58')
    await world.absence(evening)
    await pollUntil(world, '12:00')
    await world.absence(noon)
    expect(await pollUntil(world, '12:03')).toEqual(['absence-ended 2026-11-18T12:00:00Z'])
  })

  test('costs a call a poll for that person alone, until it is settled', async ({
    startPolled,
  }) => {
    const world = await startPolled({ now: '2026-11-18T08:00:00Z' })
    await world.absence(noon)
    await pollUntil(world, '08:20')
    await world.absence(evening)
    await pollUntil(world, '08:40')
    await world.absence(noon)
    world.requests.length = 0
    await pollUntil(world, '08:55')
    expect(world.requests.filter((operation) => operation === 'absences')).toHaveLength(2)
  })
})
