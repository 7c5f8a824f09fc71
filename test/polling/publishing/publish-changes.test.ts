import { describe, expect } from 'vitest'
import { epochMs } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { publishChanges } from '../../../lib/polling/publishing/publish-changes.ts'
import {
  publishOutbox,
  type SavingPorts,
} from '../../../lib/polling/publishing/save-and-publish.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { answering } from '../../harness/answering.ts'
import { aClocking, anId, aSnapshot, employeeId } from '../../harness/builders.ts'
import { shard, test } from '../one-employee-test.ts'

const now = '2026-11-18T18:00:00Z'
const before = '2026-11-18T08:00:00Z'
const polled = answering(now, { after: { clockings: before, absences: before } })

const manyClockings = (count: number): Clocking[] =>
  Array.from({ length: count }, (_, n) => {
    const start = new Date(epochMs('2026-11-18T09:00:00Z') + n * 60_000).toISOString()
    return aClocking({
      id: anId(n, 1),
      start,
      end: new Date(Date.parse(start) + 1_000).toISOString(),
    })
  })

const publish = (state: EmployeeState, clockings: Clocking[], ports: SavingPorts) =>
  publishChanges(shard, state, aSnapshot(now, { clockings }), polled, ports)

describe('publishing an employee’s changes', () => {
  test('that are none writes nothing', async ({ saved, current, aTopic }) => {
    const topic = aTopic()
    await publish(saved, [], topic.ports)
    const settled = (await current()) ?? saved
    const quiet = aTopic()
    expect(await publish(settled, [], quiet.ports)).toBe('saved')
    expect(quiet.writes()).toBe(0)
    expect(quiet.published).toEqual([])
  })

  test('saves state and events at once, publishes, and clears what was acknowledged', async ({
    saved,
    current,
    aTopic,
  }) => {
    const topic = aTopic()
    expect(await publish(saved, [aClocking()], topic.ports)).toBe('saved')
    expect(topic.published.map(({ type }) => type)).toEqual([
      'attendance.clocked-in',
      'attendance.clocked-out',
    ])
    expect(topic.writes()).toBe(2)
    expect(topic.failures).toEqual([])
    expect(await current()).toMatchObject({ outbox: [], sequence: 2 })
  })

  test('in parts where they are too many for one item, each once and in order', async ({
    saved,
    current,
    aTopic,
  }) => {
    const topic = aTopic()
    expect(await publish(saved, manyClockings(100), topic.ports)).toBe('saved')
    expect(topic.published).toHaveLength(200)
    expect(new Set(topic.published.map(({ id }) => id)).size).toBe(200)
    const times = topic.published.map(({ time }) => epochMs(time))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(await current()).toMatchObject({ outbox: [], sequence: 200 })
  })

  test('is blocked where SNS takes nothing, and forgets nothing that the next poll asks for', async ({
    saved,
    current,
    aTopic,
  }) => {
    const deaf = aTopic(0)
    expect(await publish(saved, manyClockings(100), deaf.ports)).toBe('blocked')
    const state = await current()
    expect(state).toMatchObject({ sequence: 80, seen: true })
    expect(Object.keys(state?.clockings ?? {})).toHaveLength(40)
    expect(state?.outbox).toHaveLength(80)
    expect(deaf.failures).toEqual([employeeId, ...Array(80).fill('Throttled')])
  })

  test('is blocked without writing again while the outbox stays full', async ({
    saved,
    current,
    aTopic,
  }) => {
    await publish(saved, manyClockings(100), aTopic(0).ports)
    const full = (await current()) ?? saved
    const topic = aTopic(0)
    expect(await publish(full, manyClockings(100), topic.ports)).toBe('blocked')
    expect(topic.writes()).toBe(0)
    expect(await current()).toEqual(full)
  })

  test('goes on where it was blocked once SNS takes events again, without gap or repeat', async ({
    saved,
    current,
    aTopic,
  }) => {
    const first = aTopic(30)
    await publish(saved, manyClockings(100), first.ports)
    const topic = aTopic()
    const flushed = await publishOutbox(shard, (await current()) ?? saved, topic.ports)
    expect(await publish(flushed ?? saved, manyClockings(100), topic.ports)).toBe('saved')
    const all = [...first.published, ...topic.published]
    const numbers = all.map(({ message }) => Number(JSON.parse(message).sequence))
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
    expect(await current()).toMatchObject({ outbox: [] })
  })

  test('is overtaken by another writer, whose state stands', async ({
    store,
    saved,
    current,
    aTopic,
  }) => {
    await store.save(shard, { ...saved, timeZone: 'Europe/Paris' })
    const topic = aTopic()
    expect(await publish(saved, [aClocking()], topic.ports)).toBe('overtaken')
    expect(topic.published).toEqual([])
    expect(await current()).toMatchObject({ timeZone: 'Europe/Paris', clockings: {} })
  })
})
