import { describe, expect } from 'vitest'
import { hour, minute } from '../../../lib/attendance/moments.ts'
import type { PollPorts } from '../../../lib/polling/poll.ts'
import { aHoliday, anEmployee } from '../../harness/builders.ts'
import { dyingPorts } from '../../harness/crashes.ts'
import { outline } from '../../harness/employee-poller.ts'
import { test } from '../../harness/world-test.ts'

const day = { $type: 'LocalDate', date: '2026-11-19' } as const

/** Long enough for any lease to have run out. */
const muchLater = (ports: PollPorts): PollPorts => ({
  ...ports,
  machineNow: () => Date.now() + 10 * minute,
})

describe('what is entered while absences are refused', () => {
  test.for(['before', 'after'] as const)(
    'is published, although the first poll of all was killed %s any of its effects',
    async (when, { start }) => {
      for (let effect = 1, hasDied = true; hasDied; effect++) {
        const world = await start({ now: '2026-11-18T08:00:00Z' })
        await world.employee(anEmployee())
        await world.refresh()
        const dying = dyingPorts(world.ports, { at: effect, when })
        await world
          .poll('0001', () => dying.ports)
          .catch((error: Error) => expect(error.name).toBe('Crash'))
        hasDied = dying.hasDied()
        await world.fault({ on: 'absences', kind: 'status', status: 503, times: 1_000 })
        world.at('2026-11-19T12:00:00Z')
        await world.absence(aHoliday({ start: day, end: day }))
        for (let hours = 0; hours < 62; hours += 2) {
          world.pass(2 * hour)
          await world.poll('0001', muchLater)
        }
        await world.noFaults()
        world.pass(hour)
        await world.poll('0001', muchLater)
        expect(outline(await world.events()), `${when} effect ${effect}`).toEqual([
          'absence-started 2026-11-19T00:00:00Z',
          'absence-ended 2026-11-20T00:00:00Z',
        ])
      }
    },
  )
})
