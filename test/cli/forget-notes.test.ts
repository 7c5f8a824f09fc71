import { randomUUID } from 'node:crypto'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { holdingsOf, isNothing } from '../../cli/forget/holdings.ts'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import { createReplayStore } from '../../lib/store/events/replay-store.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { gone, type Held, holdBoth, nine, other } from './held-people.ts'

const test = engineTest.extend('held', ({ engines }): Promise<Held> => holdBoth(engines))

const forget = async ({ tables }: Held, typed = gone) =>
  isNothing(await forgetEmployee(tables, typed, await holdingsOf(tables, typed)))

const texts = async ({ tables }: Held) => {
  const { documents, table, eventsTable } = tables
  const all = [table, eventsTable].map((TableName) =>
    documents.send(new ScanCommand({ TableName })),
  )
  const items = (await Promise.all(all)).flatMap(({ Items = [] }) => Items)
  return JSON.stringify(items.filter(({ pk }) => pk !== 'RETIRED'))
}

describe('who is forgotten', () => {
  test('is not among those any more who are behind', async ({ held }) => {
    const lease = { owner: 'a', now: 1, until: 2 }
    await held.shards.takeLease('0001', lease)
    const late = { since: nine, tries: 1, retryAt: nine }
    const behind = { clockings: { [gone]: late, [other]: late }, absences: { [gone]: late } }
    const progress = { polledThrough: nine, absencesReadAt: nine, behind }
    expect(await held.shards.finish('0001', lease.owner, progress)).toBe(true)
    expect(await forget(held)).toBe(true)
    const { shards } = await held.shards.all()
    expect(shards[0]?.behind).toEqual({ clockings: { [other]: late }, absences: {} })
  })

  test('is in no note of a replay, though it broke off with them', async ({ held }) => {
    const { documents, eventsTable } = held.tables
    const replays = createReplayStore(documents, eventsTable, () => Date.parse(nine))
    const common = { to: { webhook: 'rota' }, perSecond: 1, isDryRun: false }
    const span = { from: nine, to: '2026-11-21T09:00:00Z' }
    const begin = async (request: object, more: Partial<ReplayProgress> = {}) => {
      const note = {
        id: randomUUID(),
        request: { ...common, ...request } as ReplayProgress['request'],
        state: 'running' as const,
        startedAt: nine,
        updatedAt: nine,
        lane: 2,
        position: 0,
        within: 0,
        after: '',
        unreadable: 0,
        isPartlyGone: false,
        counts: { 'attendance.clocked-in': 3 },
        version: 0,
        ...more,
      }
      await replays.save(note)
      return note
    }
    const theirs = await begin({ span, types: null, employeeId: gone.toUpperCase() })
    const another = await begin({ span, types: null, employeeId: other })
    const last = await begin({ snapshot: true }, { after: gone })
    const within = await begin({ snapshot: true }, { after: other, whose: `${gone} 4`, within: 1 })
    expect(await forget(held)).toBe(true)
    expect(await replays.read(theirs.id)).toBeNull()
    expect(await replays.read(another.id)).toEqual({ ...another, version: 1 })
    // Whoever was told of before is told of once more.
    const { whose: _whose, ...rest } = within
    expect(await replays.read(last.id)).toEqual({ ...last, after: '', version: 2 })
    expect(await replays.read(within.id)).toEqual({ ...rest, after: '', within: 0, version: 2 })
    expect((await texts(held)).toLowerCase()).not.toContain(gone.toLowerCase())
  })
})
