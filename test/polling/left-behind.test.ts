import { describe, expect } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import { aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import type { World } from '../harness/world.ts'
import { test } from '../harness/world-test.ts'

const behindWithClockings = async (world: World) =>
  (await world.shards.all()).shards[0]?.behind.clockings

describe('one employee', () => {
  test('who answers 403 for ever holds nobody back, and catches up in full when it ends', async ({
    startPolled,
  }) => {
    const world = await startPolled({ now: '2026-11-10T08:00:00Z' })
    const other = anId(2)
    await world.employee(anEmployee({ id: other }))
    await world.refresh()
    await world.poll()
    await world.events()
    await world.fault({ on: '*', employeeId, kind: 'status', status: 403, times: 1_000 })
    for (let n = 0; n < 5; n++) {
      const date = `2026-11-1${n}`
      const shift = { start: `${date}T09:00:00Z`, end: `${date}T17:00:00Z` }
      await world.clocking(aClocking({ id: anId(n, 1), ...shift }))
      await world.clocking(aClocking({ id: anId(n, 4), employeeId: other, ...shift }))
      world.at(`${date}T18:00:00Z`)
      await world.poll()
      const told = await world.events()
      expect(told.map(({ subject }) => subject)).toEqual([other, other])
    }
    await world.noFaults()
    world.pass(16 * minute)
    await world.poll()
    const caughtUp = await world.events()
    expect(caughtUp.every(({ subject }) => subject === employeeId)).toBe(true)
    expect(caughtUp).toHaveLength(10)
    expect(caughtUp[0]).toMatchObject({ time: '2026-11-10T09:00:00Z' })
    expect(caughtUp[0]?.data.observed.after).toBe('2026-11-10T08:00:00Z')
  })

  test('a page that fails midway changes nothing for that employee', async ({ startPolled }) => {
    const world = await startPolled({ now: '2026-11-18T00:00:00Z' })
    const second = anEmployee({ id: anId(2) })
    await world.employee(second)
    await world.refresh()
    await world.poll()
    await world.events()
    for (let n = 0; n < 150; n++)
      await world.clocking(
        aClocking({
          id: anId(n, 1),
          start: new Date(Date.parse('2026-11-18T00:01:00Z') + n * minute).toISOString(),
          end: new Date(Date.parse('2026-11-18T00:01:30Z') + n * minute).toISOString(),
        }),
      )
    world.at('2026-11-18T03:00:00Z')
    const before = await world.state(employeeId)
    const cut = await world.poll('0001', (ports) => ({
      ...ports,
      api: {
        ...ports.api,
        listClockings: async function* (filters, call) {
          for await (const page of ports.api.listClockings(filters, call)) {
            yield page
            await world.fault({ on: 'clockings', employeeId, kind: 'truncate', times: 1 })
          }
        },
      },
    }))
    expect(cut).toMatchObject({ failures: [{ employeeId }] })
    expect(await world.events()).toEqual([])
    expect(await world.state(employeeId)).toEqual(before)
    const behind = {
      since: '2026-11-18T00:00:00Z',
      tries: 1,
      retryAt: '2026-11-18T03:01:00Z',
    }
    expect(await behindWithClockings(world)).toEqual({ [employeeId]: behind })

    await world.noFaults()
    world.pass(minute)
    await world.poll()
    expect(await world.events()).toHaveLength(300)
    expect(await behindWithClockings(world)).toEqual({})
  })
})
