import fc from 'fast-check'

/** Values that an upstream, or whoever stands in for it, may put where another belongs. */
export const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'null',
    '\u0000',
    '\ud800',
    'a\udc00b',
    '￾￿',
    '1900-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-11-18T09:00:00+14:00',
    '2026-11-18T09:00:00-23:59',
    '2026-02-30T09:00:00Z',
    '2026-11-18T25:00:00Z',
    '0000-01-01',
    'Not/AZone',
    '__proto__',
    'constructor',
    'x'.repeat(100_000),
  ),
  fc.constantFrom([], {}, [[[[[]]]]], Array(5_000).fill(0)),
  fc.constant(JSON.parse('{"__proto__": {"end": null}, "constructor": {"prototype": {}}}')),
  fc.constant(JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)),
  fc.jsonValue(),
)

/** Every place of a JSON value, as a path of keys. */
const placesOf = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, each]) => placesOf(each, [...path, key]))]
    : [path]

type Change = 'replace' | 'remove' | 'add'

const changed = (value: unknown, path: string[], change: Change, by: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return change === 'replace' ? by : value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (name !== key) return [[name, each]]
    if (rest.length > 0) return [[name, changed(each, rest, change, by)]]
    if (change === 'remove') return []
    return change === 'add'
      ? [
          [name, each],
          [`extra-${name}`, by],
        ]
      : [[name, by]]
  })
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** A valid value with one to three places changed. */
export const mutated = (valid: object): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.record({
        path: fc.constantFrom(...placesOf(valid).filter((path) => path.length > 0)),
        change: fc.constantFrom<Change>('replace', 'remove', 'add'),
        by: hostileValue,
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((changes) =>
      changes.reduce<unknown>(
        (value, { path, change, by }) => changed(value, path, change, by),
        valid,
      ),
    )
