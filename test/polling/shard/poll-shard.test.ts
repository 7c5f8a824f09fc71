import { describe, expect, test } from 'vitest'
import { withEvent } from '../../../lib/attendance/events/outbox.ts'
import { dispatchPolls } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import type { DelayedTick } from '../../../lib/polling/dispatching/tick.ts'
import { noneTaken, type Publish } from '../../../lib/publishing/publication.ts'
import { ServerError } from '../../../lib/workforce/errors.ts'
import { aClocking, anEntry, anId, aState, rules } from '../../harness/builders.ts'
import { dispatching } from '../../harness/dispatching.ts'
import { atOnce, before, machineTime, memoryShard } from '../../harness/memory-shard.ts'
import { createBudgetRecord, memoryBudgetStore } from '../../simulation/ports/budget-record.ts'

/** The first poll of a shard vouches for itself. */
const delivered = { from: machineTime + 1, to: machineTime + 1 }

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
const nothing = { saved: 0, blocked: 0, overtaken: 0, unsaved: 0 }
const quiet = {
  kind: 'polled',
  polledThrough: now,
  polled: 2,
  leftOver: 0,
  failures: [],
  haveMostFailed: false,
  absenceFailures: [],
  refusedLooks: [],
  clockingOutage: null,
  absenceOutage: null,
  clamped: [],
  unreadable: [],
  givenUp: [],
  doubted: [],
  unreadRecords: [],
  absencesBehind: 0,
  outcomes: { ...nothing, saved: 2 },
  unsaved: [],
  oldestPending: null,
  oldestBehind: null,
}
const nobody = { clockings: {}, absences: {} }

describe('a poll reports', () => {
  test('how many were polled, and through which moment', async () => {
    const shard = await memoryShard([state(1), state(2)])
    expect(await shard.poll()).toEqual(quiet)
    expect(await shard.shards.all()).toMatchObject({
      shards: [{ polledThrough: now, absencesReadAt: now, behind: nobody }],
    })
  })

  test('since when the oldest event waits that SNS did not take', async () => {
    const waiting = [pending(1, '2026-11-18T07:30:00Z'), pending(2, '2026-11-18T07:00:00Z')]
    const shard = await memoryShard([...waiting, state(3)])
    const publish: Publish = async (entries) => noneTaken(entries, 'Throttled')
    const report = await shard.poll({}, { delivery: { ...shard.ports.delivery, publish } })
    expect(report).toMatchObject({ oldestPending: '2026-11-18T07:00:00Z', polled: 3 })
    expect(shard.failures).toContainEqual([anId(1), ['Throttled']])
  })

  test('whose window the API does not reach, answered or not', async () => {
    const old = '2026-08-01T08:00:00Z'
    const unasked = { unaskedSince: { clockings: old, absences: null } }
    const shard = await memoryShard([state(1, unasked), state(2), state(3, unasked)])
    const { listClockings, listAbsences } = shard.ports.api
    const api: typeof shard.ports.api = {
      listAbsences,
      listClockings: (filters, call) => {
        if (filters.employeeId === anId(3)) throw new ServerError('clockings', 500)
        return listClockings(filters, call)
      },
    }
    expect(await shard.poll({}, { api })).toMatchObject({ clamped: [anId(1), anId(3)], polled: 2 })
  })

  test('whose item cannot be read: that person alone is behind', async () => {
    const shard = await memoryShard([state(1), state(2)])
    const { inShard } = shard.ports.employees
    const employees: typeof shard.ports.employees = {
      ...shard.ports.employees,
      inShard: async (...args) => ({ ...(await inShard(...args)), unreadable: [anId(9)] }),
    }
    const report = await shard.poll({}, { employees })
    expect(report).toMatchObject({ unreadable: [anId(9)], polled: 2, polledThrough: now })
    expect(report).toMatchObject({ oldestBehind: before })
    const behind = { [anId(9)]: { since: before, tries: 1, retryAt: null } }
    expect(shard.finished).toEqual([
      {
        polledThrough: now,
        absencesReadAt: now,
        behind: { clockings: behind, absences: behind },
        revision: 'me',
        delivered,
      },
    ])
  })

  test('an unreadable item without making the shard be polled more often for it', async () => {
    const shard = await memoryShard([state(1), state(2)])
    const { inShard } = shard.ports.employees
    const employees: typeof shard.ports.employees = {
      ...shard.ports.employees,
      inShard: async (...args) => ({ ...(await inShard(...args)), unreadable: [anId(9)] }),
    }
    await shard.poll({}, { employees })
    const sent: DelayedTick[] = []
    const ports = {
      shards: shard.shards,
      send: async (ticks: DelayedTick[]) => {
        sent.push(...ticks)
      },
      budget: memoryBudgetStore(createBudgetRecord(), atOnce),
      now: () => Date.parse(now) + 60_000,
      machineNow: () => machineTime,
    }
    await dispatchPolls(ports, dispatching({ clockingsEverySeconds: 300 }))
    expect(sent).toEqual([])
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
      leftOver: 0,
      failures: [{ employeeId: anId(1), error }],
      oldestBehind: before,
    })
    const behind = { [anId(1)]: { since: before, tries: 1, retryAt: '2026-11-18T18:01:00Z' } }
    expect(shard.finished).toEqual([
      {
        polledThrough: now,
        absencesReadAt: now,
        behind: { clockings: behind, absences: {} },
        revision: 'me',
        delivered,
      },
    ])
  })

  test('that the whole API fails, and stays where it was', async () => {
    const shard = await memoryShard([state(1)])
    const fails = (): never => {
      throw new ServerError('clockings', 500)
    }
    const api = { listClockings: fails, listAbsences: fails }
    const report = await shard.poll({}, { api })
    const reason = 'every call fails'
    const nothing = { clamped: [], oldestPending: null }
    expect(report).toEqual({ kind: 'outage', reason, polledThrough: before, ...nothing })
    const progress = { polledThrough: before, absencesReadAt: before, behind: nobody }
    expect(await shard.shards.all()).toMatchObject({ shards: [progress] })
  })

  test.each([
    ['that fails', { deadline: machineTime + 60_000 }],
    ['that it comes too late to ask', { slot: { requestsPerSecond: 50, until: machineTime } }],
  ])('since when an event has waited, of an API %s, too', async (_what, request) => {
    const entry = anEntry(1, { recordedtime: before })
    const shard = await memoryShard([state(1, { outbox: [entry] })])
    const fails = () => {
      throw new ServerError('clockings', 500)
    }
    const publish: Publish = async (entries) => noneTaken(entries, 'InternalError')
    const report = await shard.poll(request, {
      api: { listClockings: fails, listAbsences: fails },
      delivery: { ...shard.ports.delivery, publish },
    })
    expect(report.kind).not.toBe('polled')
    expect(report).toMatchObject({ oldestPending: before })
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

  const left = { since: before, tries: 0, retryAt: null }

  test('before they were asked is not asked, and alone is behind', async () => {
    const { shard, report } = await saves(anId(2))()
    expect(shard.asked.toSorted()).toEqual([anId(1), anId(3)])
    expect(report).toMatchObject({ polled: 2, polledThrough: now, leftOver: 1 })
    const behind = { [anId(2)]: left }
    expect(shard.finished).toMatchObject([{ behind: { clockings: behind, absences: behind } }])
  })

  test('after they were asked is told by the next poll, which covers as much', async () => {
    const { shard, report } = await saves(anId(1))()
    expect(report).toMatchObject({
      polled: 3,
      outcomes: { ...nothing, saved: 2, overtaken: 1 },
      polledThrough: now,
    })
    const behind = { [anId(1)]: left }
    expect(shard.finished).toMatchObject([{ behind: { clockings: behind, absences: behind } }])
  })
})

test('a leaver at rest is asked about no more', async () => {
  const atRest = { membership: 'leaver', leftAt: before, restSince: before }
  const shard = await memoryShard([state(1, atRest), state(2)])
  expect(await shard.poll()).toMatchObject({ polled: 1 })
  expect(shard.asked).toEqual([anId(2)])
})
