import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { existing, put, remove, writeAll } from './batches.ts'
import { ifCondition } from './errors.ts'
import {
  dropLease,
  type Lease,
  leaseIsStillMine,
  leaseValues,
  noOtherLeaseRuns,
  setLease,
} from './lease.ts'
import { deliveryKeys } from './tables.ts'

/** Something that waits to be told to a destination. */
export const Waiting = z.object({
  /** The same for every repeat; in the order in which things were seen. */
  id: z.string(),
  /** The rule that wants it told. */
  rule: z.string(),
  /** When its message is due, UTC. */
  dueAt: z.string(),
  /** The event as the rule may tell it, JSON. */
  event: z.string(),
})
export type Waiting = z.infer<typeof Waiting>

const Gone = z.object({ reason: z.string(), fingerprint: z.string() })
/** An address that is no longer there, and which one it was. */
export type Gone = z.infer<typeof Gone>

/** The record of a destination. */
export const DestinationRecord = z.object({
  /** What the last message told, where that has not been settled. */
  sent: z.array(z.string()).default([]),
  /** No message before this moment, epoch milliseconds by the clock of the machines. */
  notBefore: z.number().default(0),
  gone: Gone.nullable().default(null),
})
export type DestinationRecord = z.infer<typeof DestinationRecord>

/** What waits for destinations, and what has gone there. Destinations are words. */
export type DeliveryStore = {
  /** Keeps things waiting; a repeat changes nothing. */
  add: (destination: string, waiting: readonly Waiting[]) => Promise<void>
  /** @returns the record, or null where another lease runs */
  takeLease: (destination: string, lease: Lease) => Promise<DestinationRecord | null>
  /** The oldest of what waits, up to about a megabyte, consistently, and whether there is more. */
  waiting: (destination: string) => Promise<{ waiting: Waiting[]; hasMore: boolean }>
  /** Those of the ids that have been told already. */
  delivered: (destination: string, ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Notes in one write what a message that has just gone out told. False: the lease was lost. */
  recordSent: (
    destination: string,
    owner: string,
    sent: readonly string[],
    notBefore: number,
  ) => Promise<boolean>
  /** Remembers that ids were told, so that a repeat is not; ends their waiting. */
  settle: (destination: string, ids: readonly string[]) => Promise<void>
  /** Drops the lease. */
  release: (destination: string, owner: string, record: DestinationRecord) => Promise<void>
}

const daySeconds = 24 * 3_600
/** Waiting longer than this, nobody wants to hear of it; the queue keeps nothing as long. */
const waitingDays = 14
/** Longer than any queue could repeat an event. */
const deliveredDays = 30
const ttl = (now: number, days: number): number => Math.ceil(now / 1_000) + days * daySeconds

export const createDeliveryStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => number,
): DeliveryStore => {
  const update = (
    destination: string,
    expression: string,
    values: Record<string, unknown>,
    condition: string,
  ) =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: deliveryKeys.destination(destination),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    )

  return {
    add: (destination, waiting) =>
      writeAll(
        client,
        tableName,
        waiting.map((each) =>
          put({
            ...deliveryKeys.waiting(destination, each.id),
            ...each,
            ttl: ttl(machineNow(), waitingDays),
          }),
        ),
      ),

    takeLease: async (destination, lease) => {
      let record: DestinationRecord | null = null
      await ifCondition(async () => {
        const values = leaseValues(lease)
        const { Attributes } = await update(destination, setLease, values, noOtherLeaseRuns)
        record = DestinationRecord.parse(Attributes)
      })
      return record
    },

    waiting: async (destination) => {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': deliveryKeys.waitingFor(destination) },
          ConsistentRead: true,
        }),
      )
      const hasMore = LastEvaluatedKey !== undefined
      return { waiting: Items.map((item) => Waiting.parse(item)), hasMore }
    },

    delivered: async (destination, ids) => {
      const keys = ids.map((id) => deliveryKeys.delivered(destination, id))
      return new Set((await existing(client, tableName, keys)).map(({ sk }) => sk))
    },

    recordSent: (destination, owner, sent, notBefore) =>
      ifCondition(() =>
        update(
          destination,
          'SET sent = :sent, notBefore = :notBefore',
          { ':owner': owner, ':sent': sent, ':notBefore': notBefore },
          leaseIsStillMine,
        ),
      ),

    settle: (destination, ids) =>
      // The mark comes first: between the two writes a thing may be both, never neither.
      writeAll(client, tableName, [
        ...ids.map((id) =>
          put({
            ...deliveryKeys.delivered(destination, id),
            ttl: ttl(machineNow(), deliveredDays),
          }),
        ),
        ...ids.map((id) => remove(deliveryKeys.waiting(destination, id))),
      ]),

    release: async (destination, owner, { sent, notBefore, gone }) => {
      await ifCondition(() =>
        update(
          destination,
          `SET sent = :sent, notBefore = :notBefore, gone = :gone ${dropLease}`,
          { ':owner': owner, ':sent': sent, ':notBefore': notBefore, ':gone': gone },
          leaseIsStillMine,
        ),
      )
    },
  }
}
