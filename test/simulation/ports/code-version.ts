import type { Codec, Read } from '../../../lib/store/schema.ts'
import { UnreadableRecordError } from '../../../lib/store/schema.ts'

/** A record as it lies in a table. */
export type Item = Record<string, unknown>

export const recordKinds = ['employee', 'former employee', 'shard', 'roster'] as const
export type RecordKind = (typeof recordKinds)[number]

/** A version of the code: the kinds of records that it keeps in a later schema than today's code. */
export type CodeVersion = ReadonlySet<RecordKind>

export const today: CodeVersion = new Set()

/** What a later version keeps in a record beside what today's code knows. */
const addition = { later: { moods: ['fine'] } }

/** Whether a record lies there as a later version wrote it, whatever its number says. */
export const isLater = (item: Item | null): boolean => item !== null && 'later' in item

/**
 * How a version of the code keeps one kind of record. A later one writes the number after
 * today's and something more, and reads both; it cannot use its own records without that.
 */
export const codecUnder = <T>(version: CodeVersion, kind: RecordKind, codec: Codec<T>) => {
  const isAhead = version.has(kind)
  const schema = isAhead ? codec.schema + 1 : codec.schema
  const read = (item: Item): Read<T> => {
    if (!isAhead || item['schema'] !== schema) return codec.read(item)
    const { later, ...known } = item
    if (JSON.stringify({ later }) !== JSON.stringify(addition)) return { kind: 'unreadable' }
    return codec.read({ ...known, schema: codec.schema })
  }
  return {
    read,
    /** @throws {UnreadableRecordError} where the record is newer or cannot be read */
    parse: (item: Item): T => {
      if (!isAhead) return codec.parse(item)
      const outcome = read(item)
      if (outcome.kind === 'read') return outcome.value
      throw new UnreadableRecordError(`The record is ${outcome.kind}`)
    },
    /** An item with what every record of this version has. */
    written: (item: Item): Item => ({ ...item, schema, ...(isAhead && addition) }),
    /** Whether an item is of no later schema: the condition of what is written without reading. */
    mayChange: (item: Item): boolean => Number(item['schema'] ?? 0) <= schema,
  }
}

/** A change of the record of some kind that has an id; null where there is none. */
export type Change = { kind: RecordKind; id: string; before: Item | null; after: Item | null }

/** Who works on a table: a version of the code, and who is told of each change that it makes. */
export type Worker = { version: CodeVersion; onChange: (change: Change) => void }

export const anybody: Worker = { version: today, onChange: () => {} }
