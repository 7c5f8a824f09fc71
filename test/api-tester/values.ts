import * as fc from 'fast-check'
import type { Schema } from './document.ts'

/** What generated values may name, so that not every question is about nobody. */
export type Known = { ids: string[]; now: number }

const day = 86_400_000

/** Moments of the last months and the next, and once in a while any other. */
const moment = (now: number): fc.Arbitrary<Date> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.date({
        min: new Date(now - 95 * day),
        max: new Date(now + 5 * day),
        noInvalidDate: true,
      }),
    },
    fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
  )

/** A character of any script, a control character among them; half a surrogate pair is none. */
export const character: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0x10_ffff }))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

const offsets = ['Z', '+00:00', '-09:30', '+14:00']

const formatted = (format: string, { ids, now }: Known): fc.Arbitrary<string> => {
  switch (format) {
    case 'uuid':
      return ids.length === 0
        ? fc.uuid()
        : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
    case 'date':
      return moment(now).map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return fc
        .tuple(moment(now), fc.constantFrom(...offsets))
        .map(([date, offset]) => date.toISOString().replace('Z', offset))
    default:
      throw new Error(`the format ${format} is not understood`)
  }
}

/** Values that a schema allows. @throws where it says what this does not understand */
export const valuesOf = (
  schema: Schema,
  resolve: (schema: Schema) => Schema,
  known: Known,
): fc.Arbitrary<unknown> => {
  const own = (each: Schema) => valuesOf(each, resolve, known)
  if (schema.$ref !== undefined) return own(resolve(schema))
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return fc.oneof(...either.map(own))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => own({ ...schema, type: each })))
  const { minimum: min, maximum: max, minLength, maxLength } = schema
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      const model = Object.fromEntries(properties.map(([name, each]) => [name, own(each)]))
      return fc.record(model, { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(own(schema.items ?? {}), { maxLength: 3 })
    case 'string':
      return schema.format === undefined
        ? fc.string({
            unit: character,
            ...(minLength !== undefined && { minLength }),
            ...(maxLength !== undefined && { maxLength }),
          })
        : formatted(schema.format, known)
    case 'integer':
      return fc.integer({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      throw new Error(`the type ${type} is not understood`)
  }
}

/** Where a part of a value is: keys and indices from the outside in. */
type Place = (string | number)[]

const placesIn = (value: unknown, place: Place = []): Place[] => {
  if (typeof value !== 'object' || value === null) return [place]
  return [place, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...place, key]))]
}

const replaced = (value: unknown, [key, ...rest]: Place, part: unknown): unknown => {
  if (key === undefined) return part
  const entries = Object.entries(Object(value)).flatMap(([each, before]) => {
    if (each !== String(key)) return [[each, before] as const]
    const after = replaced(before, rest, part)
    return after === undefined ? [] : [[each, after] as const]
  })
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** What often is taken for something else. */
const awkward: unknown[] = [
  ...['', ' ', '\u0000', 'null', 'Infinity', '2026-02-30', '2026-13-01T00:00:00Z', '25:00'],
  ...[0, -1, 0.5, 101, 2 ** 53, -0, 1e308, true, [], {}, [[]], null],
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
]

/**
 * A value with one part of it gone or become another: mostly, and not always, one that the schema
 * of the value forbids.
 */
export const spoilt = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.nat(), fc.oneof(fc.constantFrom(undefined, ...awkward), fc.jsonValue()))
    .map(([value, nth, part]) => {
      const places = placesIn(value)
      return replaced(value, places[nth % places.length] ?? [], part)
    })
