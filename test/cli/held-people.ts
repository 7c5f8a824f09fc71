import { randomUUID } from 'node:crypto'
import type { Tables } from '../../cli/forget/holdings.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { addWaiting } from '../../lib/store/deliveries/waiting.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { createLogWriter } from '../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { nobodyBehind } from '../../lib/store/shard-record.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { createHoldStore } from '../../lib/store/webhooks/hold-store.ts'
import { createWebhookDeliveryStore } from '../../lib/store/webhooks/webhook-delivery-store.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId, aState, aTrackedClocking } from '../harness/builders.ts'
import type { Engines } from '../harness/engines.ts'
import { logged } from '../read-api/support/read-test.ts'

export const nine = '2026-11-20T09:00:00Z'
/** Who is forgotten, and who is not. */
export const gone = anId(1)
export const other = anId(2)
const now = () => Date.parse(nine)

/** Somebody who has left. */
export const leaver = (more: Partial<EmployeeState> = {}): EmployeeState =>
  aState({
    version: 0,
    sequence: 7,
    membership: 'leaver',
    clockings: { [anId(1, 1)]: aTrackedClocking({ breaks: [] }) },
    ...more,
  })

/** What waits for an endpoint of the n-th of them. */
export const waitingFor = (n: number) => ({
  id: anId(n, 9),
  type: 'attendance.clocked-in',
  subject: anId(n),
  sequence: '00000000000000000001',
  recordedtime: nine,
  state: 'pending' as const,
  event: null,
  dueAt: '2026-11-20T09:00:00.000Z',
  attempts: 0,
  tries: [],
})

/** Two people of whom everything is held that can be. */
export const holdBoth = async ({ documents, createTable }: Engines) => {
  const [table, eventsTable, deliveriesTable] = ['state', 'events', 'deliveries'].map(
    (name) => `${name}-${randomUUID()}`,
  ) as [string, string, string]
  for (const name of [table, eventsTable, deliveriesTable]) await createTable(name)
  const shards = createShardStore(documents, table)
  const employees = createEmployeeStore(documents, table)
  await shards.create({
    shardId: '0001',
    members: 2,
    polledThrough: nine,
    absencesReadAt: nine,
    behind: nobodyBehind,
    lossAcceptedAt: null,
  })
  await employees.save('0001', leaver())
  await employees.save('0001', aState({ employeeId: other, version: 0 }))
  const segments = createSegmentStore(documents, eventsTable)
  const writer = createLogWriter(segments, { days: 30, now, machineNow: now })
  const events = [1, 2, 3].map((n) => logged(aClockIn(n, nine)))
  await writer.append(1, events)
  await writer.append(5, events.slice(1))
  const deliveries = createWebhookDeliveryStore(documents, deliveriesTable, now)
  const holds = createHoldStore(documents, deliveriesTable, now)
  for (const n of [1, 2]) {
    const event = logged(aClockIn(n, nine))
    const waiting = { id: `${nine}#${event.id}`, rule: 'all', dueAt: nine, event: event.message }
    await addWaiting(documents, deliveriesTable, 'slack:office', waiting, 2_000_000_000)
    await deliveries.accept('payroll', waitingFor(n))
    await holds.hold('payroll', anId(n), [{ ...waitingFor(n), until: nine }])
  }
  const tables: Tables = { documents, table, eventsTable, deliveriesTable }
  return { tables, shards, employees, segments, deliveries, writer }
}
export type Held = Awaited<ReturnType<typeof holdBoth>>
