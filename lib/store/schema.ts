import type * as z from 'zod'

/** What a record is read as, or why it is left alone. */
export type Read<T> =
  | { kind: 'read'; value: T }
  /** Written by a later version of this code: only that may change it. */
  | { kind: 'newer' }
  | { kind: 'unreadable' }

type Item = Record<string, unknown>

/** A record of some kind that cannot be used; says nothing of what it holds. */
export class UnreadableRecordError extends Error {
  override readonly name = 'UnreadableRecordError'
}

/**
 * The condition of what is written to a record that was not read before, or only some time ago;
 * `#schema` stands for `schema`, one of DynamoDB's reserved words, `:schema` for the present number.
 */
export const isNotOfALaterVersion = '(attribute_not_exists(#schema) OR #schema <= :schema)'

/**
 * How one kind of record is kept: with the number of its schema. Records of older schemas are
 * brought up step by step; newer ones are left as they are.
 */
export type Codec<T> = {
  /** The present schema's number, as it is written. */
  schema: number
  read: (item: Item) => Read<T>
  /** @throws {UnreadableRecordError} where the record is newer or cannot be read */
  parse: (item: Item | undefined) => T
}

/**
 * @param name what the records are, for errors
 * @param shape the present schema
 * @param upgrades the n-th makes schema n + 1 of schema n; a record without a number has 0
 * @param unpack undoes what was done to a record to make it smaller
 */
export const codec = <T>(
  name: string,
  shape: z.ZodType<T>,
  upgrades: readonly ((item: Item) => Item)[],
  unpack: (item: Item) => Item = (item) => item,
): Codec<T> => {
  const schema = upgrades.length
  const read = (item: Item): Read<T> => {
    const { schema: written = 0 } = item
    if (typeof written !== 'number' || !Number.isInteger(written) || written < 0)
      return { kind: 'unreadable' }
    if (written > schema) return { kind: 'newer' }
    try {
      const unpacked = unpack(item)
      const current = upgrades.slice(written).reduce((each, upgrade) => upgrade(each), unpacked)
      const parsed = shape.safeParse(current)
      return parsed.success ? { kind: 'read', value: parsed.data } : { kind: 'unreadable' }
    } catch {
      return { kind: 'unreadable' }
    }
  }
  return {
    schema,
    read,
    parse: (item) => {
      const outcome = item === undefined ? { kind: 'unreadable' as const } : read(item)
      if (outcome.kind === 'read') return outcome.value
      throw new UnreadableRecordError(`The record of ${name} is ${outcome.kind}`)
    },
  }
}
