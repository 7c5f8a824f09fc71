import type { Follower, FollowerStore } from '../../../lib/store/deliveries/followers.ts'
import type { Told, ToldStore } from '../../../lib/store/deliveries/told.ts'
import { type ToldRecord, toldEventText } from '../../../lib/store/deliveries/told-record.ts'
import { deliveryKeys } from '../../../lib/store/tables.ts'
import type { Effect } from '../system/process.ts'

type Row = { who: ToldRecord['who']; events: Map<string, Told['event']> }

/** Who was told of each record, by how they were told, and what put an end to what was overdue. */
export type ToldTable = { told: Map<string, Map<string, Row>>; cleared: Map<string, string> }

export const createTold = (): ToldTable => ({ told: new Map(), cleared: new Map() })

/** What was told of records, in memory, with the semantics of DynamoDB. */
export const memoryToldStore = (
  { told: table, cleared }: ToldTable,
  effect: Effect,
): ToldStore => ({
  note: async (told) => {
    for (const { record, event, ...how } of told)
      await effect('database', `note that ${record} is told`, () => {
        const rows = table.get(record) ?? new Map<string, Row>()
        const { sk: key } = deliveryKeys.told(record, how)
        const row = rows.get(key) ?? { who: { kind: 'destination', ...how }, events: new Map() }
        row.events.set(toldEventText(event), event)
        rows.set(key, row)
        table.set(record, rows)
      })
  },
  clear: (record, destination, overdue, by) =>
    effect('database', `clear ${record}`, () => {
      const key = `${record} ${destination} ${toldEventText(overdue)}`
      const first = cleared.get(key) ?? by
      cleared.set(key, first)
      return first === by
    }),
  whoWasTold: (record) =>
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
