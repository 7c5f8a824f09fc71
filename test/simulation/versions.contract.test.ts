import { describe, expect } from 'vitest'
import { UnreadableRecordError } from '../../lib/store/schema.ts'
import type { Shard } from '../../lib/store/shard-record.ts'
import { anId, aState, employeeId, longAfter } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { inMemory, onEngines, type Ports } from './contract-ports.ts'
import type { Item, RecordKind } from './ports/code-version.ts'

const consistent = { isConsistent: true }
const lease = { owner: 'a', now: 0, until: 10 }
const at = '2026-11-18T09:00:00Z'
const shard: Shard = {
  shardId: '0001',
  members: 2,
  polledThrough: '2026-11-18T08:00:00Z',
  absencesReadAt: null,
  behind: { clockings: {}, absences: {} },
  lossAcceptedAt: null,
}

/** What the next version of the code might have written in its place. */
const later = (item: Item): Item => ({ ...item, schema: 3, later: { moods: ['fine'] } })

/** Has a record left by a later version. @returns it, as it lies there */
const left = async ({ rewrite, itemOf }: Ports, kind: RecordKind, id: string) => {
  await rewrite(kind, id, later)
  const item = await itemOf(kind, id)
  expect(item).toMatchObject({ schema: 3, later: { moods: ['fine'] } })
  return item
}

describe.each([
  ['in memory', inMemory],
  ['on dynalite', onEngines],
])('of a later version, %s,', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('an employee is named, and saved over by nobody', async ({ ports }) => {
    const { employees } = ports
    const saved = await employees.save('0001', aState({ version: 0 }))
    const other = await employees.save('0001', aState({ employeeId: anId(9), version: 0 }))
    await ports.rewrite('employee', employeeId, (item) => ({ ...item, version: 2 }))
    const item = await left(ports, 'employee', employeeId)
    expect(await employees.inShard('0001', consistent)).toEqual({
      employees: [other],
      unreadable: [employeeId],
    })
    expect(await employees.save('0001', aState({ version: 0 }))).toBeNull()
    expect(await employees.save('0001', saved ?? aState())).toBeNull()
    expect(await employees.retire('0001', saved ?? aState(), longAfter)).toBe(false)
    expect(await ports.itemOf('employee', employeeId)).toEqual(item)
  })

  test('what was kept of a former employee is named, and stays', async ({ ports }) => {
    const { employees } = ports
    const saved = await employees.save('0001', aState({ version: 0, sequence: 7 }))
    expect(await employees.retire('0001', saved ?? aState(), longAfter)).toBe(true)
    const item = await left(ports, 'former employee', employeeId)
    expect(await employees.retired([employeeId])).toEqual(new Map([[employeeId, null]]))
    const back = await employees.save('0001', aState({ version: 0 }))
    expect(await employees.retire('0001', back ?? aState(), longAfter)).toBe(false)
    expect(await ports.itemOf('former employee', employeeId)).toEqual(item)
    expect((await employees.inShard('0001', consistent)).employees).toEqual([back])
  })

  test('a shard is named, and changed by nobody', async ({ ports }) => {
    const { shards } = ports
    await shards.create(shard)
    await shards.create({ ...shard, shardId: '0002' })
    const item = await left(ports, 'shard', '0001')
    expect(await shards.all()).toEqual({
      shards: [{ ...shard, shardId: '0002' }],
      unreadable: ['0001'],
    })
    await expect(shards.takeLease('0001', lease)).rejects.toThrow(UnreadableRecordError)
    await shards.create(shard)
    await shards.setMembers('0001', 9)
    await shards.acceptLoss('0001', at)
    expect(await shards.finish('0001', 'a', shard)).toBe(false)
    await shards.release('0001', 'a')
    expect(await ports.itemOf('shard', '0001')).toEqual(item)
  })

  test('the roster is left as it is, with no lease', async ({ ports }) => {
    const { roster } = ports
    await roster.takeLease(lease)
    await roster.finish('a', { believedAt: at, unread: {}, unreadAtFirst: [], nameless: {} })
    const item = await left(ports, 'roster', 'roster')
    await expect(roster.takeLease(lease)).rejects.toThrow(UnreadableRecordError)
    await roster.finish('a', { believedAt: at, unread: {}, unreadAtFirst: [], nameless: {} })
    await roster.release('a')
    expect(await ports.itemOf('roster', 'roster')).toEqual(item)
  })
})
