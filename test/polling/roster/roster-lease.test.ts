import { describe, expect, test } from 'vitest'
import type { RosterPorts } from '../../../lib/polling/roster/refresh.ts'
import { aRoster, machineTime, now } from '../../harness/memory-roster.ts'

describe('the lease of a refresh', () => {
  test('goes by the machines’ clock, and keeps others out', async () => {
    const roster = aRoster([1])
    const { takeLease } = roster.ports.roster
    const other = { owner: 'other', now: machineTime, until: machineTime + 1 }
    await takeLease(other)
    expect(await roster.refresh()).toEqual({ kind: 'skipped' })
    expect(roster.deadlines).toEqual([])
    const leases: unknown[] = []
    const noted: RosterPorts['roster'] = {
      ...roster.ports.roster,
      takeLease: (lease) => {
        leases.push(lease)
        return takeLease({ ...lease, now: machineTime + 1 })
      },
    }
    expect(await roster.refresh({ roster: noted })).toMatchObject({ kind: 'refreshed' })
    expect(leases).toEqual([{ owner: 'me', now: machineTime, until: machineTime + 310_000 }])
  })

  test.each([
    ['that comes to its end is dropped, and the baseline is done', [1], true],
    ['that is refused is dropped, and the baseline is not done', [], false],
  ])('%s', async (_what, ids, isBaselined) => {
    const roster = aRoster(ids)
    await roster.refresh()
    expect(roster.record()).toMatchObject({ lease: null, roster: { isBaselined } })
  })

  test('that dies is dropped, and goes on as the first', async () => {
    const roster = aRoster([1, 2])
    const setMembers = async () => {}
    const create = async () => {
      throw new Error('killed')
    }
    const shards = { ...roster.ports.shards, create, setMembers }
    await expect(roster.refresh({ shards })).rejects.toThrow('killed')
    expect(roster.record()).toMatchObject({
      lease: null,
      roster: { isBaselined: false, baselineAt: now },
    })
    await roster.refresh()
    expect(roster.told).toEqual([])
  })
})
