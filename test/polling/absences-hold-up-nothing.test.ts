import { describe, expect, test } from 'vitest'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { CredentialsRefusedError, ProblemError, ServerError } from '../../lib/workforce/errors.ts'
import { anId } from '../harness/builders.ts'
import { before, machineTime } from '../harness/memory-shard.ts'
import { aShardOf, at, broken, failing, now, oneOf, slow } from './failing-shard.ts'

/** The first poll of a shard vouches for itself. */
const delivered = { from: machineTime + 1, to: machineTime + 1 }

describe('absences', () => {
  test.each([
    ['refused for everyone', () => new ProblemError('absences', 403, null)],
    ['failing for everyone', broken],
    ['throttled for everyone', slow],
    ['refused with the credentials', () => new CredentialsRefusedError(401, 'invalid_client')],
  ])('%s do not hold up clockings', async (_what, error) => {
    const shard = await aShardOf(30)
    const due = at(30)
    const report = await shard.poll({}, { api: failing(shard, () => null, error), ...due })
    expect(report).toMatchObject({ kind: 'polled', polled: 30, leftOver: 0 })
    expect(report).toMatchObject({ absencesBehind: 30 })
    expect(shard.published).toHaveLength(60)
    expect(shard.finished[0]?.behind.clockings).toEqual({})
  })

  test('that nobody can have stay as they were, for everyone', async () => {
    const shard = await aShardOf(30)
    const report = await shard.poll({}, { api: failing(shard, () => null, broken) })
    expect(report).toMatchObject({ absenceOutage: 'most calls fail', absencesBehind: 30 })
    expect(shard.finished).toEqual([
      {
        polledThrough: now,
        absencesReadAt: before,
        // The next poll asks others before them.
        behind: { clockings: {}, absences: expect.any(Object) },
        revision: 'me',
        delivered,
      },
    ])
    const inVain = { since: before, tries: 0, retryAt: now }
    expect(Object.values(shard.finished[0]?.behind.absences ?? {})).toEqual(
      Array.from({ length: 10 }, () => inVain),
    )
  })

  test('refused for one leave that one behind with them, and read for all others', async () => {
    const shard = await aShardOf(30)
    const report = await shard.poll({}, { api: failing(shard, () => null, oneOf(1, broken)) })
    expect(report).toMatchObject({ absenceOutage: null, absencesBehind: 1 })
    const behind = { [anId(1)]: { since: before, tries: 1, retryAt: '2026-11-18T18:01:00Z' } }
    expect(shard.finished).toEqual([
      {
        polledThrough: now,
        absencesReadAt: now,
        behind: { clockings: {}, absences: behind },
        revision: 'me',
        delivered,
      },
    ])
  })

  test('that never answer cost a poll no more than their part of the time', async () => {
    const shard = await aShardOf(30)
    let time = machineTime
    const api: PollPorts['api'] = {
      ...shard.ports.api,
      // biome-ignore lint/correctness/useYield: it never comes to that
      listAbsences: async function* (_filters, call) {
        time = Math.max(time, call?.deadline ?? time)
        throw new ServerError('absences', 500)
      },
    }
    const report = await shard.poll({}, { api, machineNow: () => time })
    expect(time).toBe(machineTime + 30_000)
    expect(report).toMatchObject({ polled: 30, leftOver: 0 })
    expect(shard.published).toHaveLength(60)
  })
})
