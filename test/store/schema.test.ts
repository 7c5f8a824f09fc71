import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { codec, UnreadableRecordError } from '../../lib/store/schema.ts'

const Thing = z.object({ name: z.string(), size: z.number() })
/** Schema 1 called a name a title; schema 0 had no size. */
const things = codec('a thing', Thing, [
  (item) => ({ ...item, size: 1 }),
  ({ title, ...item }) => ({ ...item, name: title }),
])

describe('a record', () => {
  test('of the present schema is read as it is, without what is not its own', () => {
    expect(things.schema).toBe(2)
    const item = { schema: 2, name: 'a', size: 3, pk: 'p' }
    expect(things.read(item)).toEqual({ kind: 'read', value: { name: 'a', size: 3 } })
  })

  test.each([
    ['the schema before', { schema: 1, title: 'a', size: 3 }, { name: 'a', size: 3 }],
    ['the first schema', { schema: 0, title: 'a' }, { name: 'a', size: 1 }],
    ['no schema, which is the first', { title: 'a' }, { name: 'a', size: 1 }],
  ])('of %s is brought up, step by step, and is itself not changed', (_what, item, value) => {
    const before = structuredClone(item)
    expect(things.read(item)).toEqual({ kind: 'read', value })
    expect(item).toEqual(before)
  })

  test('of a later schema is not read, even where it could be', () => {
    expect(things.read({ schema: 3, name: 'a', size: 3 })).toEqual({ kind: 'newer' })
    expect(things.read({ schema: 9 })).toEqual({ kind: 'newer' })
  })

  test.each([
    ['lacks something', { schema: 2, name: 'a' }],
    ['has a schema that is no number', { schema: '2', name: 'a', size: 3 }],
    ['has a schema that is no whole number', { schema: 1.5, name: 'a', size: 3 }],
    ['has a negative schema', { schema: -1, name: 'a', size: 3 }],
    ['has no number at all in it', { schema: Number.NaN, name: 'a', size: 3 }],
    ['is not what its own schema says', { schema: 1, name: 'a', size: 3 }],
  ])('that %s cannot be read', (_what, item) => {
    expect(things.read(item)).toEqual({ kind: 'unreadable' })
  })

  test('that no step can bring up cannot be read', () => {
    const strict = codec('a thing', Thing, [
      () => {
        throw new TypeError('no such thing')
      },
    ])
    expect(strict.read({})).toEqual({ kind: 'unreadable' })
    expect(strict.read({ schema: 1, name: 'a', size: 1 }).kind).toBe('read')
  })

  test('that must be read is an error that says nothing of what it holds', () => {
    expect(things.parse({ schema: 2, name: 'a', size: 3 })).toEqual({ name: 'a', size: 3 })
    const error = (item: Record<string, unknown> | undefined) => () => things.parse(item)
    expect(error({ schema: 2, name: 'secret' })).toThrow(
      new UnreadableRecordError('The record of a thing is unreadable'),
    )
    expect(error({ schema: 3 })).toThrow('The record of a thing is newer')
    expect(error(undefined)).toThrow('The record of a thing is unreadable')
  })
})
