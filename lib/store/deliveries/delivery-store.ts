import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import pLimit from 'p-limit'
import * as z from 'zod'
import { existing, itemsAt, put, remove, writeAll } from '../batches.ts'
import type { Lease } from '../lease.ts'
import { leasedRecord } from '../leased-record.ts'
import { codec } from '../schema.ts'
import { deliveryKeys } from '../tables.ts'
import { type DestinationRecord, destinationCodec } from './destination-record.ts'
import { addWaiting, pageOfWaiting, readWaiting, type Waiting } from './waiting.ts'

/** Of what was notified, that it was is all there is to know, whatever else a later version notes. */
const deliveredCodec = codec('what was notified', z.object({}), [(item) => item])

/**
 * What there is of an event at a destination: what of it waits there, or null where that was notified already, or cannot be
 * read; and whether it does, or was, because of the type of an absence alone.
 */
export type KeptThere = { waiting: Waiting | null; isByType: boolean }

/** What waits for destinations, and what has gone there. Destinations are words. */
export type DeliveryStore = {
  /** Keeps things waiting; a repeat changes nothing, nor what a later version wrote. */
  add: (destination: string, waiting: readonly Waiting[]) => Promise<void>
  /**
   * @returns the record, or null where another lease runs
   * @throws {UnreadableRecordError} where it cannot be read; no lease is left behind
   */
  takeLease: (destination: string, lease: Lease) => Promise<DestinationRecord | null>
  /**
   * The oldest of what waits, up to about a megabyte, consistently, and where it goes on, or null.
   * What cannot be read, or was written by a later version of this code, is left where it is.
   * @param from where an earlier page said that it goes on
   */
  waiting: (
    destination: string,
    from?: string | null,
  ) => Promise<{ waiting: Waiting[]; next: string | null }>
  /** Whether all of the ids still wait: of whoever was forgotten meanwhile nothing does. */
  areWaiting: (destination: string, ids: readonly string[]) => Promise<boolean>
  /**
   * Those of the ids that have been notified already, with the moment before which nothing else went out: it tells which message of a destination
   * came after which.
   */
  delivered: (destination: string, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Those of the destinations at which something waits by an id, or was notified. */
  keptAt: (id: string, destinations: readonly string[]) => Promise<ReadonlyMap<string, KeptThere>>
  /**
   * Notes in one write what a message that has just gone out said, and where that showed what is to be put aside, that.
   * False: the lease was lost.
   */
  recordSent: (
    destination: string,
    owner: string,
    sent: readonly string[],
    notBefore: number,
    failing?: DestinationRecord['failing'],
  ) => Promise<boolean>
  /**
   * Remembers that ids were notified, so that a repeat is not, and why they waited; ends their waiting.
   * @param before the moment before which nothing else goes out, as the record of the destination has it
   */
  settle: (destination: string, ids: readonly string[], before: number) => Promise<void>
  /** Ends the waiting of what could not be sent; it is sent anew if it comes again. */
  drop: (destination: string, ids: readonly string[]) => Promise<void>
  /** Drops the lease. */
  release: (destination: string, owner: string, record: DestinationRecord) => Promise<void>
}

/** How many things are written at once. */
const writingConcurrency = 16
const daySeconds = 24 * 3_600
/** Waiting longer than this, nobody wants to hear of it; the queue keeps nothing as long. */
const waitingDays = 14
/** Longer than any queue could repeat an event; what follows on one is remembered as long. */
const deliveredDays = 30
const ttl = (now: number, days: number): number => Math.ceil(now / 1_000) + days * daySeconds

/** Whether an item says that something waits, or was notified, because of the type of an absence alone. */
const isByTypeAlone = ({ isByType, isForAll }: Record<string, unknown>): boolean =>
  isByType === true && isForAll !== true
/** When it was put down that something was notified, epoch milliseconds, by when that may be dropped: versions before noted nothing else. */
const notedAt = (expiry: number): number => (expiry - deliveredDays * daySeconds) * 1_000

/**
 * @param onUnreadable called with how much of what waits for a destination cannot be read, at each look
 */
export const createDeliveryStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => number,
  onUnreadable: (destination: string, count: number) => void = () => {},
): DeliveryStore => {
  const record = (destination: string) =>
    leasedRecord(client, tableName, deliveryKeys.destination(destination), destinationCodec)
  const page = (destination: string, from: string | null) =>
    pageOfWaiting(client, tableName, destination, from)

  return {
    add: async (destination, waiting) => {
      const expiry = ttl(machineNow(), waitingDays)
      await pLimit(writingConcurrency).map([...waiting], (each) =>
        addWaiting(client, tableName, destination, each, expiry),
      )
    },

    takeLease: (destination, lease) => record(destination).takeLease(lease),

    waiting: async (destination, from = null) => {
      let { waiting, unreadable, next } = await page(destination, from)
      // What cannot be read must not stand before what can.
      while (waiting.length === 0 && next !== null) {
        const read = await page(destination, next)
        unreadable += read.unreadable
        waiting = read.waiting
        next = read.next
      }
      if (unreadable > 0) onUnreadable(destination, unreadable)
      return { waiting, next }
    },

    areWaiting: async (destination, ids) => {
      const keys = ids.map((id) => deliveryKeys.waiting(destination, id))
      return (await existing(client, tableName, keys)).length === ids.length
    },

    delivered: async (destination, ids) => {
      const keys = ids.map((id) => deliveryKeys.delivered(destination, id))
      const items = await itemsAt(client, tableName, keys)
      return new Map(
        items.map(({ sk, before, ttl: expiry }) => [
          String(sk),
          typeof before === 'number' ? before : notedAt(Number(expiry)),
        ]),
      )
    },

    recordSent: (destination, owner, sent, notBefore, failing) =>
      record(destination).note(owner, {
        sent: [...sent],
        notBefore,
        ...(failing !== undefined && { failing }),
      }),

    keptAt: async (id, destinations) => {
      const items = await itemsAt(
        client,
        tableName,
        destinations.flatMap((destination) => [
          deliveryKeys.waiting(destination, id),
          deliveryKeys.delivered(destination, id),
        ]),
      )
      const byPartition = new Map(items.map((item) => [item['pk'], item]))
      return new Map(
        destinations.flatMap((destination): [string, KeptThere][] => {
          const waits = byPartition.get(deliveryKeys.waiting(destination, id).pk)
          const item = waits ?? byPartition.get(deliveryKeys.delivered(destination, id).pk)
          if (item === undefined) return []
          const waiting = waits === undefined ? null : readWaiting(waits)
          return [[destination, { waiting, isByType: isByTypeAlone(item) }]]
        }),
      )
    },

    settle: async (destination, ids, before) => {
      const keys = ids.map((id) => deliveryKeys.waiting(destination, id))
      const waits = await itemsAt(client, tableName, keys)
      const waiting = new Set(waits.map(({ sk }) => sk))
      const others = ids.filter((id) => !waiting.has(id))
      const marks = others.map((id) => deliveryKeys.delivered(destination, id))
      const known = [...waits, ...(await itemsAt(client, tableName, marks))]
      const byType = new Set(known.filter(isByTypeAlone).map(({ sk }) => sk))
      // The mark comes first: between the two writes a thing may be both, never neither.
      await writeAll(client, tableName, [
        ...ids.map((id) =>
          put({
            ...deliveryKeys.delivered(destination, id),
            schema: deliveredCodec.schema,
            before,
            ttl: ttl(machineNow(), deliveredDays),
            ...(byType.has(id) && { isByType: true }),
          }),
        ),
        ...ids.map((id) => remove(deliveryKeys.waiting(destination, id))),
      ])
    },

    drop: (destination, ids) =>
      writeAll(
        client,
        tableName,
        ids.map((id) => remove(deliveryKeys.waiting(destination, id))),
      ),

    release: async (destination, owner, known) => {
      await record(destination).finish(owner, known)
    },
  }
}
