import { expect, test } from 'vitest'
import type { RosterPorts } from '../../../lib/polling/roster/refresh.ts'
import { anEmployee, anId } from '../../harness/builders.ts'
import { aRoster } from '../../harness/memory-roster.ts'

type Roster = ReturnType<typeof aRoster>

const day = 24 * 60

/** A roster of the first so many, on which the first has another reference than before. */
const showing = (people: number): RosterPorts['api'] => ({
  listEmployees: async function* () {
    const numbers = Array.from({ length: people }, (_, n) => n + 1)
    const records = numbers.map((n) =>
      anEmployee({ id: anId(n), ...(n === 1 && { externalReference: 'HR-2' }) }),
    )
    yield { records, rejected: [] }
  },
})

/** The first can never be saved. */
const unsavable = ({ ports: { employees } }: Roster): Pick<RosterPorts, 'employees'> => ({
  employees: {
    ...employees,
    save: async (shardId, state, poll) => {
      if (state.employeeId === anId(1)) throw new RangeError('it cannot be saved')
      return employees.save(shardId, state, poll)
    },
  },
})

/** Five people, of whom the fifth has left, and is at rest. */
const withLeaver = async (): Promise<Roster> => {
  const roster = aRoster()
  const all = Array.from({ length: 5 }, (_, n) => anEmployee({ id: anId(n + 1) }))
  const api = (count: number): RosterPorts['api'] => ({
    listEmployees: async function* () {
      yield { records: all.slice(0, count), rejected: [] }
    },
  })
  await roster.refreshAt(0, { api: api(5) })
  for (const hour of [1, 2]) await roster.refreshAt(hour * 60, { api: api(4) })
  const state = await roster.state(5)
  const [shardId] = (await roster.shards()).at(-1) ?? []
  if (state === undefined || shardId === undefined) throw new Error('the fifth is known')
  const atRest = { ...state, outbox: [], restSince: '2026-11-18T12:00:00Z' }
  expect(await roster.ports.employees.save(`${shardId}`, atRest)).not.toBeNull()
  return roster
}

test('one who cannot be saved, and is all that a roster changes, keeps no leaver from being removed', async () => {
  const roster = await withLeaver()
  for (let days = 1; days <= 12; days++)
    await roster.refreshAt(120 + days * day, { api: showing(4), ...unsavable(roster) })
  expect(roster.retired()).toHaveLength(1)
})

test('one who cannot be saved keeps nobody from joining again', async () => {
  const roster = await withLeaver()
  for (let days = 1; days <= 12; days++)
    await roster.refreshAt(120 + days * day, { api: showing(4), ...unsavable(roster) })
  for (let hours = 1; hours <= 3; hours++)
    await roster.refreshAt(120 + 12 * day + hours * 60, { api: showing(5), ...unsavable(roster) })
  expect((await roster.state(5))?.membership).toBe('member')
})
