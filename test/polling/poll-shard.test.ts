import { describe, expect, test } from 'vitest'
import { withEvent } from '../../lib/attendance/outbox.ts'
import { ServerError } from '../../lib/workforce/errors.ts'
import { aClocking, anId, aState, rules } from '../harness/builders.ts'
import { before, memoryShard } from '../harness/memory-shard.ts'

const now = '2026-11-18T18:00:00Z'
const state = (n: number, overrides = {}) =>
  aState({ employeeId: anId(n), version: 0, ...overrides })
const pending = (n: number, at: string) => {
  const draft = {
    name: 'clocking-removed' as const,
    time: at,
    facts: [n, at],
    data: { clocking: { ...aClocking(), employeeId: anId(n) } },
  }
  return withEvent(state(n), draft, { now: Date.parse(at), after: null, rules: rules() })
}
const nothing = { told: 0, blocked: 0, overtaken: 0, unsaved: 0 }
const quiet = {
  kind: 'polled',
  polledThrough: now,
  polled: 2,
  leftOver: 0,
  failures: [],
  clamped: [],
  unreadable: [],
  tellings: { ...nothing, told: 2 },
  unsaved: [],
  oldestPending: null,
}

describe('a poll reports', () => {
  test('how many were polled, and through which moment', async () => {
    const shard = await memoryShard([state(1), state(2)])
    expect(await shard.poll()).toEqual(quiet)
    expect(await shard.shards.all()).toMatchObject([{ polledThrough: now, absencesReadAt: now }])
  })

  test('since when the oldest event waits that SNS did not take', async () => {
    const waiting = [pending(1, '2026-11-18T07:30:00Z'), pending(2, '2026-11-18T07:00:00Z')]
    const shard = await memoryShard([...waiting, state(3)])
    const publish = async () => ({ acknowledged: new Set<string>(), failures: ['Throttled'] })
    const report = await shard.poll({}, { delivery: { ...shard.ports.delivery, publish } })
    expect(report).toMatchObject({ oldestPending: '2026-11-18T07:00:00Z', polled: 3 })
    expect(shard.failures).toContainEqual([anId(1), ['Throttled']])
  })

  test('whose window the API does not reach, and who cannot be read', async () => {
    const behindSince = '2026-08-01T08:00:00Z'
    const shard = await memoryShard([state(1, { behindSince }), state(2)])
    const { inShard } = shard.ports.employees
    const report = await shard.poll(
      {},
      {
        employees: {
          ...shard.ports.employees,
          inShard: async (...args) => ({ ...(await inShard(...args)), unreadable: [anId(9)] }),
        },
      },
    )
    expect(report).toMatchObject({ clamped: [anId(1)], unreadable: [anId(9)] })
    // Nobody knows what the unreadable one was told: the next poll must cover as much.
    expect(report).toMatchObject({ polled: 2, polledThrough: before })
  })

  test('who could not be asked, and why', async () => {
    const shard = await memoryShard([state(1), state(2)])
    const { listClockings, listAbsences } = shard.ports.api
    const error = new ServerError('clockings', 500)
    const report = await shard.poll(
      {},
      {
        api: {
          listAbsences,
          listClockings: async function* (filters, call) {
            if (filters.employeeId === anId(1)) throw error
            yield* listClockings(filters, call)
          },
        },
      },
    )
    expect(report).toMatchObject({
      polled: 1,
      polledThrough: now,
      failures: [{ employeeId: anId(1), error }],
    })
    expect(await shard.state(anId(1))).toMatchObject({ behindSince: before })
  })

  test('that the whole API fails, and stays where it was', async () => {
    const shard = await memoryShard([state(1)])
    const { listAbsences } = shard.ports.api
    const report = await shard.poll(
      {},
      {
        api: {
          listAbsences,
          listClockings: () => {
            throw new ServerError('clockings', 500)
          },
        },
      },
    )
    expect(report).toEqual({ kind: 'outage', reason: 'most calls fail', polledThrough: before })
    expect(await shard.shards.all()).toMatchObject([{ polledThrough: before }])
  })
})

describe('whoever is overtaken by another writer', () => {
  const saves = (whose: string) => async () => {
    const shard = await memoryShard([state(1), pending(2, before), state(3)], [aClocking()])
    const { save } = shard.ports.employees
    const employees: typeof shard.ports.employees = {
      ...shard.ports.employees,
      save: async (shardId, next) => (next.employeeId === whose ? null : save(shardId, next)),
    }
    return { shard, report: await shard.poll({}, { employees }) }
  }

  test('before they were asked is not asked, and the shard stays where it was', async () => {
    const { shard, report } = await saves(anId(2))()
    expect(shard.asked).toEqual([anId(1), anId(3)])
    expect(report).toMatchObject({ polled: 2, polledThrough: before })
  })

  test('after they were asked is told by the next poll, which covers as much', async () => {
    const { report } = await saves(anId(1))()
    expect(report).toMatchObject({
      polled: 3,
      tellings: { ...nothing, told: 2, overtaken: 1 },
      polledThrough: before,
    })
  })
})

test('a leaver of whom nothing was open is asked about no more', async () => {
  const shard = await memoryShard([state(1, { membership: 'leaver', expiresAt: now }), state(2)])
  expect(await shard.poll()).toMatchObject({ polled: 1 })
  expect(shard.asked).toEqual([anId(2)])
})
