import { describe, expect } from 'vitest'
import type { Resting } from '../../../lib/attendance/resting.ts'
import { anId } from '../../harness/builders.ts'
import { person } from '../support/people.ts'
import { test } from '../support/read-test.ts'

const resting: Resting = {
  idleEverySeconds: 1_800,
  farEverySeconds: 3_600,
  lookbackHours: 24,
  workday: { timeZone: 'Europe/London', midday: '12:30' },
}

describe('as of when everybody is known', () => {
  test('is before the longest rest, where a poll leaves people out who rest', async ({ start }) => {
    const world = await start()
    await world.save([person(1), person(2)], { resting })
    const { body } = await world.get('/presence')
    expect([body.asOf, body.uncertain]).toEqual(['2026-11-20T11:00:00Z', 0])
    for (const n of [1, 2]) {
      const { body: one } = await world.get(`/employees/${anId(n)}`)
      expect(String(one.asOf) >= String(body.asOf), String(one.asOf)).toBe(true)
    }
  })
})
