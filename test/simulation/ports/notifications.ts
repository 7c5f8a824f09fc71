import type { Follower, FollowerStore } from '../../../lib/store/deliveries/followers.ts'
import {
  type NotificationRecord,
  notifiedEventText,
} from '../../../lib/store/deliveries/notification-record.ts'
import type {
  Notification,
  NotificationStore,
} from '../../../lib/store/deliveries/notifications.ts'
import { deliveryKeys } from '../../../lib/store/tables.ts'
import type { Effect } from '../system/process.ts'

type Row = { who: NotificationRecord['who']; events: Map<string, Notification['event']> }

/** Who was notified of each record, by how, and what put an end to what was overdue. */
export type NotificationTable = {
  told: Map<string, Map<string, Row>>
  cleared: Map<string, string>
}

export const createNotificationTable = (): NotificationTable => ({
  told: new Map(),
  cleared: new Map(),
})

/** Who was notified of which records, in memory, with the semantics of DynamoDB. */
export const memoryNotificationStore = (
  { told: table, cleared }: NotificationTable,
  effect: Effect,
): NotificationStore => ({
  note: async (told) => {
    for (const { record, event, ...how } of told)
      await effect('database', `note that ${record} is told`, () => {
        const rows = table.get(record) ?? new Map<string, Row>()
        const { sk: key } = deliveryKeys.notification(record, how)
        const row = rows.get(key) ?? { who: { kind: 'destination', ...how }, events: new Map() }
        row.events.set(notifiedEventText(event), event)
        rows.set(key, row)
        table.set(record, rows)
      })
  },
  clear: (record, destination, overdue, by) =>
    effect('database', `clear ${record}`, () => {
      const key = `${record} ${destination} ${notifiedEventText(overdue)}`
      const first = cleared.get(key) ?? by
      cleared.set(key, first)
      return first === by
    }),
  whoWasNotified: (record) =>
    effect('database', `who was told of ${record}`, () =>
      [...(table.get(record) ?? [])]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { who, events }]) => ({ who, events: [...events.values()] })),
    ),
})

/** What follows on something of each record, by its id. */
export type FollowerTable = Map<string, Map<string, Follower>>

/** What follows on records, in memory, with the semantics of DynamoDB. */
export const memoryFollowerStore = (table: FollowerTable, effect: Effect): FollowerStore => ({
  remember: (record, follower) =>
    effect('database', `remember what follows on ${record}`, () => {
      const known = table.get(record) ?? new Map<string, Follower>()
      table.set(record, known.set(follower.id, { ...follower }))
    }),
  followersOf: (record) =>
    effect('database', `what follows on ${record}`, () => [...(table.get(record)?.values() ?? [])]),
})
