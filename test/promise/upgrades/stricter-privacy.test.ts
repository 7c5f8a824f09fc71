import { expect } from 'vitest'
import { anId, aSickness } from '../../harness/builders.ts'
import { test } from '../support/leaving.ts'
import { clock, dismiss, personId, watch } from '../support/people.ts'

test.for(['nothing', 'a clocking'])(
  'what is switched off is not stored of a leaver either, of whom %s is open',
  async (open, { world }) => {
    const { system, days } = await world({ privacy: { emails: true, absences: 'full' } })
    await watch(system, 2)
    const date = { $type: 'LocalDate', date: '2026-11-16' } as const
    const sickness = aSickness({ id: anId(9, 3), employeeId: personId(1), start: date, end: date })
    system.world.absences.set(sickness.id, sickness)
    if (open === 'a clocking') clock(system.world, 1, { start: '2026-11-16T08:10:00Z', end: null })
    await system.pollAfter(16)
    dismiss(system.world, 1)
    await system.refreshAt('2026-11-16T09:00:00Z')
    await system.refreshAt('2026-11-16T09:11:00Z')
    await system.poll()
    await days(2)
    const stored = async () => JSON.stringify(await system.table.all())
    expect(await stored()).toContain('1@example.org')
    system.deploy({ privacy: { emails: false, absences: 'category' } })
    await days(1)
    expect(await stored()).not.toContain('1@example.org')
    expect(await stored()).not.toContain(sickness.reason.description)
  },
)
