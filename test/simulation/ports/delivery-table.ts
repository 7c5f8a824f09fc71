import type { DeliveryStore, KeptThere } from '../../../lib/store/deliveries/delivery-store.ts'
import { DestinationRecord } from '../../../lib/store/deliveries/destination-record.ts'
import type { Waiting } from '../../../lib/store/deliveries/waiting.ts'
import type { Lease } from '../../../lib/store/lease.ts'
import type { Effect } from '../system/process.ts'

/** The limits of one batch, and of one page of a query, in bytes. */
const maxWrites = 25
const maxReads = 100
const maxPage = 1_024 * 1_024

type Row = { record: DestinationRecord; lease: Pick<Lease, 'owner' | 'until'> | null }

type Delivered = { before: number; isByType: boolean }

/** What waits for each destination, what it was told, and its record. */
export type DeliveryTable = {
  rows: Map<string, Row>
  waiting: Map<string, Map<string, Waiting>>
  /** Of each what it was told, in which order, and whether because of the type of an absence alone. */
  delivered: Map<string, Map<string, Delivered>>
}

export const createDeliveryTable = (): DeliveryTable => ({
  rows: new Map(),
  waiting: new Map(),
  delivered: new Map(),
})

const ofDestination = <T>(all: Map<string, T>, destination: string, empty: () => T): T => {
  const found = all.get(destination) ?? empty()
  all.set(destination, found)
  return found
}

const batches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )

/** The bytes of what waits, each counted once: it is read at every look, and never changed. */
const counted = new WeakMap<Waiting, number>()
const bytesOf = (each: Waiting): number => {
  const bytes = counted.get(each) ?? Buffer.byteLength(JSON.stringify(each))
  counted.set(each, bytes)
  return bytes
}

/** As many of the things as a page has room for. */
const pageOf = (all: readonly Waiting[]): Waiting[] => {
  let bytes = 0
  const end = all.findIndex((each) => {
    bytes += bytesOf(each)
    return bytes > maxPage
  })
  return end === -1 ? [...all] : all.slice(0, end)
}

/** Told of what the table knows to have gone out. */
export type OnNoted = (destination: string, ids: readonly string[]) => void

/** The store of deliveries, in memory, with the semantics of DynamoDB. */
export const memoryDeliveryStore = (
  table: DeliveryTable,
  effect: Effect,
  onNoted: OnNoted,
): DeliveryStore => {
  const rowOf = (destination: string): Row =>
    ofDestination(table.rows, destination, () => ({
      record: DestinationRecord.parse({}),
      lease: null,
    }))
  const waitingFor = (destination: string): Map<string, Waiting> =>
    ofDestination(table.waiting, destination, () => new Map())
  const deliveredTo = (destination: string): Map<string, Delivered> =>
    ofDestination(table.delivered, destination, () => new Map())

  const writeAll = async (name: string, writes: readonly (() => void)[]): Promise<void> => {
    for (const batch of batches(writes, maxWrites))
      await effect('database', name, () => {
        for (const write of batch) write()
      })
  }

  /** Changes the record of a destination where the lease is still the owner's. */
  const ifMine = (destination: string, owner: string, change: (row: Row) => void): boolean => {
    const row = rowOf(destination)
    if (row.lease?.owner !== owner) return false
    change(row)
    onNoted(destination, row.record.sent)
    return true
  }

  return {
    add: (destination, waiting) =>
      writeAll(
        `add for ${destination}`,
        waiting.map((each) => () => {
          const before = waitingFor(destination).get(each.id)
          const { isByType, ...wanted } = each
          const isForAll = isByType === undefined || (before && before.isByType === undefined)
          waitingFor(destination).set(each.id, { ...wanted, ...(!isForAll && { isByType }) })
        }),
      ),

    takeLease: (destination, { owner, now, until }: Lease) =>
      effect('database', `lease ${destination}`, () => {
        const row = rowOf(destination)
        if (row.lease !== null && row.lease.until > now && row.lease.owner !== owner) return null
        row.lease = { owner, until }
        return { ...row.record, sent: [...row.record.sent] }
      }),

    waiting: (destination, from = null) =>
      effect('database', `read what waits for ${destination}`, () => {
        const all = [...waitingFor(destination).values()]
          .filter(({ id }) => from === null || id > from)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
        const waiting = pageOf(all)
        return { waiting, next: waiting.length < all.length ? (waiting.at(-1)?.id ?? null) : null }
      }),

    areWaiting: async (destination, ids) => {
      const found: string[] = []
      for (const batch of batches(ids, maxReads))
        await effect('database', `whether ${destination} still awaits it`, () => {
          found.push(...batch.filter((id) => waitingFor(destination).has(id)))
        })
      return found.length === ids.length
    },

    delivered: async (destination, ids) => {
      const found = new Map<string, number>()
      for (const batch of batches(ids, maxReads))
        await effect('database', `read what ${destination} has`, () => {
          for (const id of batch) {
            const known = deliveredTo(destination).get(id)
            if (known !== undefined) found.set(id, known.before)
          }
        })
      return found
    },

    keptAt: (id, destinations) =>
      effect(
        'database',
        'read where it is kept',
        () =>
          new Map(
            destinations.flatMap((destination): [string, KeptThere][] => {
              const waiting = waitingFor(destination).get(id) ?? null
              const known = waiting ?? deliveredTo(destination).get(id)
              return known === undefined
                ? []
                : [[destination, { waiting, isByType: known.isByType === true }]]
            }),
          ),
      ),

    recordSent: (destination, owner, sent, notBefore, failing) =>
      effect('database', `note for ${destination}`, () =>
        ifMine(destination, owner, (row) => {
          const known = failing === undefined ? {} : { failing }
          row.record = { ...row.record, ...known, sent: [...sent], notBefore }
        }),
      ),

    settle: (destination, ids, before) =>
      writeAll(`settle for ${destination}`, [
        // What waits is read before that: where it cannot be, nothing is written either.
        ...ids.map((id) => () => {
          const known = waitingFor(destination).get(id) ?? deliveredTo(destination).get(id)
          deliveredTo(destination).set(id, { before, isByType: known?.isByType === true })
          onNoted(destination, [id])
        }),
        ...ids.map((id) => () => {
          waitingFor(destination).delete(id)
        }),
      ]),

    drop: (destination, ids) =>
      writeAll(
        `drop for ${destination}`,
        ids.map((id) => () => {
          waitingFor(destination).delete(id)
        }),
      ),

    release: async (destination, owner, { sent, ...fields }: DestinationRecord) => {
      await effect('database', `release ${destination}`, () =>
        ifMine(destination, owner, (row) => {
          row.record = { ...row.record, ...fields, sent: [...sent] }
          row.lease = null
        }),
      )
    },
  }
}

/** Everything that still waits for somebody. */
export const stillWaiting = ({ waiting }: DeliveryTable): { destination: string; id: string }[] =>
  [...waiting].flatMap(([destination, all]) => [...all.keys()].map((id) => ({ destination, id })))
