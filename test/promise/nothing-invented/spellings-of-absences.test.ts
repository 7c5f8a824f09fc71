import { expect } from 'vitest'
import { anId, aSickness } from '../../harness/builders.ts'
import { personId, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const sick = {
  start: { $type: 'LocalDateTime', date: '2026-11-16', time: '08:30' },
  end: { $type: 'LocalDateTime', date: '2026-11-18', time: '08:30' },
  estimatedReturn: { date: '2026-11-20', time: null },
} as const

test.for([
  ['its start with seconds', { start: { ...sick.start, time: '08:30:00' } }],
  ['its start with a fraction', { start: { ...sick.start, time: '08:30:00.000' } }],
  ['its end with seconds', { end: { ...sick.end, time: '08:30:00' } }],
  ['no time of its return', { estimatedReturn: { date: '2026-11-20' } }],
] as const)(
  'an absence that the API writes with %s is no other',
  async ([, spelling], { start }) => {
    const system = await start({ privacy: { absences: 'full', notes: true } })
    await watch(system, 1)
    const id = anId(77, 3)
    const show = (fields: object) =>
      system.world.absences.set(id, aSickness({ id, employeeId: personId(1), ...sick, ...fields }))
    show({})
    await system.pollAt('2026-11-16T10:00:00Z')
    expect(await system.published()).toEqual(['1 absence-started 2026-11-16T08:30:00Z'])
    show(spelling)
    await system.pollAfter(16, 16)
    expect(await system.published()).toEqual([])
    await system.pollAt('2026-11-18T10:00:00Z')
    expect(await system.published()).toEqual(['1 absence-ended 2026-11-18T08:30:00Z'])
  },
)
