import { expect } from 'vitest'
import { withEvent } from '../../../lib/attendance/events/outbox.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import {
  publishOutbox,
  type SavingPorts,
  saveAndPublish,
} from '../../../lib/polling/publishing/save-and-publish.ts'
import { employeeId, rules } from '../../harness/builders.ts'
import { shard, test } from '../one-employee-test.ts'

const now = '2026-11-18T18:00:00Z'
const recording = { now: epochMs(now), after: '2026-11-18T08:00:00Z', rules: rules() }

const withEvents = (state: EmployeeState, count: number): EmployeeState =>
  Array.from({ length: count }).reduce<EmployeeState>((told, _, n) => {
    const data = { employment: { start: null, end: null } }
    const draft = { name: 'employee-joined' as const, time: now, facts: [n], data }
    return withEvent(told, draft, recording)
  }, state)

test('an empty outbox is neither published nor saved', async ({ saved, aTopic }) => {
  const topic = aTopic()
  let publications = 0
  const publish: SavingPorts['publish'] = (entries) => {
    publications += 1
    return topic.ports.publish(entries)
  }
  expect(await publishOutbox(shard, saved, { ...topic.ports, publish })).toBe(saved)
  expect([topic.writes(), publications]).toEqual([0, 0])
})

test('an outbox keeps exactly what SNS did not take', async ({ saved, current, aTopic }) => {
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

test('nothing more is written where SNS took nothing', async ({ saved, aTopic }) => {
  const topic = aTopic(0)
  const delivered = await saveAndPublish(shard, withEvents(saved, 2), topic.ports)
  expect(delivered?.outbox).toHaveLength(2)
  expect(topic.writes()).toBe(1)
})

test('nothing is published of a state that could not be saved', async ({
  store,
  saved,
  aTopic,
}) => {
  await store.save(shard, saved)
  const topic = aTopic()
  expect(await saveAndPublish(shard, withEvents(saved, 2), topic.ports)).toBeNull()
  expect(topic.published).toEqual([])
})

test('the rest is given up to whoever saved while it published', async ({
  store,
  saved,
  current,
  aTopic,
}) => {
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
