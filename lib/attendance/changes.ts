import type * as z from 'zod'

export type Json = z.infer<ReturnType<typeof z.json>>

/** One field that changed; a break is named `breaks.<id>`, or `breaks.<id>.end`. */
export type Change = { field: string; before: Json; after: Json }

/** JSON with the keys of every object in order, so that equal values give equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'null'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const keysOf = (value: Record<string, unknown>): string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined)

/**
 * Whether two JSON values are equal, whatever the order of their keys; a key that is
 * undefined is none. What is the same object is not looked into: most of a state is shared
 * with the state before it, and every poll compares them all.
 */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = keysOf(a)
  return (
    keys.length === keysOf(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  )
}

/**
 * The fields that both objects have and that differ, in the order of their names. A field
 * that only one has was or became invisible (privacy settings changed), which is no news.
 * @param same decides equality of one field; by default equality as JSON
 */
export const changedFields = (
  before: object,
  after: object,
  same: (field: string, a: unknown, b: unknown) => boolean = (_field, a, b) => sameJson(a, b),
): Change[] => {
  const earlier = Object.fromEntries(Object.entries(before))
  const later = Object.fromEntries(Object.entries(after))
  return Object.keys(earlier)
    .filter((field) => field in later && !same(field, earlier[field], later[field]))
    .sort()
    .map((field) => ({ field, before: earlier[field] ?? null, after: later[field] ?? null }))
}

/** The keys of two records, each once, in order. */
export const keysOfBoth = (a: Iterable<string>, b: Iterable<string>): string[] =>
  [...new Set([...a, ...b])].sort()
