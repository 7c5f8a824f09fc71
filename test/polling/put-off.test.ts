import { expect } from 'vitest'
import { day, minute } from '../../lib/attendance/moments.ts'
import { aHoliday } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { test } from '../harness/world-test.ts'

test.for(['2027-01-11', '2027-12-06', '2028-11-13', '2031-03-03'])(
  'a holiday that has started and is put off to %s is amended, and starts again then',
  async (date, { startPolled }) => {
    const world = await startPolled({ now: '2026-11-18T08:00:00Z' })
    await world.absence(aHoliday())
    world.pass(15 * minute)
    await world.poll()
    await world.events()
    const later = { $type: 'LocalDate' as const, date }
    await world.absence(aHoliday({ start: later, end: later }))
    for (let n = 0; n < 4; n++) {
      world.pass(15 * minute)
      await world.poll()
    }
    expect(outline(await world.events())).toEqual(['absence-amended 2026-11-18T08:30:00Z'])
    world.at(new Date(Date.parse(`${date}T09:00:00Z`) - day).toISOString())
    await world.poll()
    world.pass(day)
    await world.poll()
    expect(outline(await world.events())).toEqual([`absence-started ${date}T00:00:00Z`])
  },
)
