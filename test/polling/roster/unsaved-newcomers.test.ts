import { expect, test } from 'vitest'
import { anId, nameless } from '../../harness/builders.ts'
import { aRoster } from '../../harness/memory-roster.ts'
import { at, showing } from '../listing.ts'

test.for([
  ['record', anId(2)],
  ['id', nameless(1)],
] as const)(
  'whose %s could not be read, and who then cannot be saved, is asked about from when they came',
  async ([, unread]) => {
    const roster = aRoster([1])
    await roster.refresh()
    const { employees } = roster.ports
    const failing = {
      ...employees,
      save: async (...[shardId, state]: Parameters<typeof employees.save>) => {
        if (state.employeeId === anId(2)) throw new Error('ThrottlingException')
        return employees.save(shardId, state)
      },
    }
    for (const minutes of [60, 120])
      await roster.refreshAt(minutes, { api: showing([1], [unread]) })
    const report = await roster.refreshAt(180, { api: showing([1, 2, 3]), employees: failing })
    expect(report).toMatchObject({ kind: 'refreshed', unsaved: [{ employeeId: anId(2) }] })
    await roster.refreshAt(240, { api: showing([1, 2, 3]) })
    const came = at(0)
    expect((await roster.state(2))?.unaskedSince).toEqual({ clockings: came, absences: came })
    expect(roster.record().roster.unread).toEqual({})
  },
)
