import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { withEvent } from '../../lib/attendance/outbox.ts'
import type { EmployeeState, OutboxEntry } from '../../lib/attendance/state.ts'
import { publishChanges } from '../../lib/polling/publish-changes.ts'
import {
  publishOutbox,
  type SavingPorts,
  saveAndPublish,
} from '../../lib/polling/save-and-publish.ts'
import { createEmployeeStore, type EmployeeStore } from '../../lib/store/employee-store.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import {
  aClocking,
  anId,
  answering,
  aSnapshot,
  aState,
  employeeId,
  rules,
} from '../harness/builders.ts'
import { type Engines, startEngines } from '../harness/engines.ts'

const shard = '0001'
const now = '2026-11-18T18:00:00Z'
const before = '2026-11-18T08:00:00Z'
const recording = { now: epochMs(now), after: before, rules: rules() }
const polled = answering(now, { after: { clockings: before, absences: before } })

let engines: Engines
let store: EmployeeStore
let saved: EmployeeState
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  const { tableName } = await engines.createResources()
  store = createEmployeeStore(engines.documents, tableName)
  saved = (await store.save(shard, aState({ version: 0 }))) ?? aState()
})
afterAll(() => engines.close())

const current = async (): Promise<EmployeeState | undefined> =>
  (await store.inShard(shard, { isConsistent: true })).employees[0]

/** A topic that takes as many events as the test allows, and remembers them. */
const aTopic = (takes = Number.POSITIVE_INFINITY) => {
  const published: OutboxEntry[] = []
  const failures: string[] = []
  let writes = 0
  const ports: SavingPorts = {
    save: (shardId, state) => {
      writes += 1
      return store.save(shardId, state)
    },
    publish: async (entries) => {
      const taken = entries.slice(0, Math.max(0, takes - published.length))
      const isAll = taken.length === entries.length
      return {
        acknowledged: new Set(taken.map(({ id }) => id)),
        failures: isAll ? [] : ['Throttled'],
      }
    },
    onPublished: (entry) => published.push(entry),
    onPublishFailure: (id, reasons) => failures.push(id, ...reasons),
  }
  return { ports, published, failures, writes: () => writes }
}

const manyClockings = (count: number): Clocking[] =>
  Array.from({ length: count }, (_, n) => {
    const start = new Date(epochMs('2026-11-18T09:00:00Z') + n * 60_000).toISOString()
    return aClocking({
      id: anId(n, 1),
      start,
      end: new Date(Date.parse(start) + 1_000).toISOString(),
    })
  })

const tell = (state: EmployeeState, clockings: Clocking[], ports: SavingPorts) =>
  publishChanges(shard, state, aSnapshot(now, { clockings }), polled, ports)

describe('telling an employee’s changes', () => {
  test('that are none writes nothing', async () => {
    const topic = aTopic()
    await tell(saved, [], topic.ports)
    const settled = (await current()) ?? saved
    const quiet = aTopic()
    expect(await tell(settled, [], quiet.ports)).toBe('told')
    expect(quiet.writes()).toBe(0)
    expect(quiet.published).toEqual([])
  })

  test('saves state and events at once, publishes, and clears what was acknowledged', async () => {
    const topic = aTopic()
    expect(await tell(saved, [aClocking()], topic.ports)).toBe('told')
    expect(topic.published.map(({ type }) => type)).toEqual([
      'attendance.clocked-in',
      'attendance.clocked-out',
    ])
    expect(topic.writes()).toBe(2)
    expect(topic.failures).toEqual([])
    expect(await current()).toMatchObject({ outbox: [], sequence: 2 })
  })

  test('in parts where they are too many for one item, each once and in order', async () => {
    const topic = aTopic()
    expect(await tell(saved, manyClockings(100), topic.ports)).toBe('told')
    expect(topic.published).toHaveLength(200)
    expect(new Set(topic.published.map(({ id }) => id)).size).toBe(200)
    const times = topic.published.map(({ time }) => epochMs(time))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(await current()).toMatchObject({ outbox: [], sequence: 200 })
  })

  test('is blocked where SNS takes nothing, and forgets nothing that the next poll asks for', async () => {
    const deaf = aTopic(0)
    expect(await tell(saved, manyClockings(100), deaf.ports)).toBe('blocked')
    const state = await current()
    expect(state).toMatchObject({ sequence: 80, seen: true })
    expect(Object.keys(state?.clockings ?? {})).toHaveLength(40)
    expect(state?.outbox).toHaveLength(80)
    expect(deaf.failures).toEqual([employeeId, 'Throttled'])
  })

  test('is blocked without writing again while the outbox stays full', async () => {
    await tell(saved, manyClockings(100), aTopic(0).ports)
    const full = (await current()) ?? saved
    const topic = aTopic(0)
    expect(await tell(full, manyClockings(100), topic.ports)).toBe('blocked')
    expect(topic.writes()).toBe(0)
    expect(await current()).toEqual(full)
  })

  test('goes on where it was blocked once SNS takes events again, without gap or repeat', async () => {
    const first = aTopic(30)
    await tell(saved, manyClockings(100), first.ports)
    const topic = aTopic()
    const flushed = await publishOutbox(shard, (await current()) ?? saved, topic.ports)
    expect(await tell(flushed ?? saved, manyClockings(100), topic.ports)).toBe('told')
    const all = [...first.published, ...topic.published]
    const numbers = all.map(({ message }) => Number(JSON.parse(message).sequence))
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
    expect(await current()).toMatchObject({ outbox: [] })
  })

  test('is overtaken by another writer, whose state stands', async () => {
    await store.save(shard, { ...saved, timeZone: 'Europe/Paris' })
    const topic = aTopic()
    expect(await tell(saved, [aClocking()], topic.ports)).toBe('overtaken')
    expect(topic.published).toEqual([])
    expect(await current()).toMatchObject({ timeZone: 'Europe/Paris', clockings: {} })
  })
})

describe('delivery', () => {
  const withEvents = (state: EmployeeState, count: number): EmployeeState =>
    Array.from({ length: count }).reduce<EmployeeState>((told, _, n) => {
      const data = { employment: { start: null, end: null } }
      const draft = { name: 'employee-joined' as const, time: now, facts: [n], data }
      return withEvent(told, draft, recording)
    }, state)

  test('of an empty outbox does nothing', async () => {
    const topic = aTopic()
    let publications = 0
    const publish: SavingPorts['publish'] = (entries) => {
      publications += 1
      return topic.ports.publish(entries)
    }
    expect(await publishOutbox(shard, saved, { ...topic.ports, publish })).toBe(saved)
    expect([topic.writes(), publications]).toEqual([0, 0])
  })

  test('keeps exactly what SNS did not take', async () => {
    const topic = aTopic(2)
    const delivered = await saveAndPublish(shard, withEvents(saved, 3), topic.ports)
    expect(delivered?.outbox.map(({ id }) => id)).toEqual(
      withEvents(saved, 3)
        .outbox.slice(2)
        .map(({ id }) => id),
    )
    expect(await current()).toEqual(delivered)
    expect(topic.failures).toEqual([employeeId, 'Throttled'])
  })

  test('writes nothing more where SNS took nothing', async () => {
    const topic = aTopic(0)
    const delivered = await saveAndPublish(shard, withEvents(saved, 2), topic.ports)
    expect(delivered?.outbox).toHaveLength(2)
    expect(topic.writes()).toBe(1)
  })

  test('publishes nothing of a state that could not be saved', async () => {
    await store.save(shard, saved)
    const topic = aTopic()
    expect(await saveAndPublish(shard, withEvents(saved, 2), topic.ports)).toBeNull()
    expect(topic.published).toEqual([])
  })

  test('gives up the rest to whoever saved while it published', async () => {
    const topic = aTopic()
    const pending = await store.save(shard, withEvents(saved, 2))
    const ports: SavingPorts = {
      ...topic.ports,
      publish: async (entries) => {
        await store.save(shard, pending ?? saved)
        return topic.ports.publish(entries)
      },
    }
    expect(await publishOutbox(shard, pending ?? saved, ports)).toBeNull()
    expect((await current())?.outbox).toHaveLength(2)
  })
})
