/** Numbers in a row, both ends included, 20 digits each: they compare as text. */
export type Span = readonly [from: string, through: string]

/**
 * Which events of one employee came, by their `sequence`: spans in ascending order that do not touch. It is
 * plain JSON, for a store.
 */
export type Position = readonly Span[]

/**
 * Where an event stands among those of its employee that came before it.
 *
 * - `first`: none came before it. `missing` are the numbers below it, null where there are none: what was
 *   before the consumer came, was not for it, or is still on its way.
 * - `next`: its number follows the highest that came.
 * - `ahead`: it is above the highest, and those of `missing` did not come: they were not for the consumer, or are
 *   still on their way.
 * - `late`: one with a higher number came before it, this one did not.
 * - `repeat`: it came before.
 * - `snapshot`: it says how one thing stood after the event of its number; it may come again.
 */
export type Placement =
  | { kind: 'first'; missing: Span | null }
  | { kind: 'next' }
  | { kind: 'ahead'; missing: Span }
  | { kind: 'late' }
  | { kind: 'repeat' }
  | { kind: 'snapshot' }

const moved = (sequence: string, by: bigint): string =>
  String(BigInt(sequence) + by).padStart(20, '0')
const after = (sequence: string): string => moved(sequence, 1n)
const before = (sequence: string): string => moved(sequence, -1n)

const one = '1'.padStart(20, '0')

const isIn = (sequence: string, [from, through]: Span): boolean =>
  from <= sequence && sequence <= through

/** Where an event stands, by its `sequence`. */
export const place = (position: Position, sequence: string): Placement => {
  const highest = position.at(-1)?.[1]
  if (highest === undefined)
    return { kind: 'first', missing: sequence <= one ? null : [one, before(sequence)] }
  if (position.some((span) => isIn(sequence, span))) return { kind: 'repeat' }
  if (sequence < highest) return { kind: 'late' }
  const expected = after(highest)
  return sequence === expected
    ? { kind: 'next' }
    : { kind: 'ahead', missing: [expected, before(sequence)] }
}

const joined = (spans: Position, span: Span): Position => {
  const last = spans.at(-1)
  if (last === undefined || span[0] > after(last[1])) return [...spans, span]
  const through = span[1] > last[1] ? span[1] : last[1]
  return [...spans.slice(0, -1), [last[0], through]]
}

/**
 * With more gaps than this, the lowest numbers after the first gap are forgotten: a repeat of them would count as
 * late. What is before it is kept, which may be all that a snapshot told.
 */
const maxGaps = 200

const joinedSpans = (spans: Position): Position => {
  const all = spans.toSorted(([a], [b]) => (a < b ? -1 : 1)).reduce<Position>(joined, [])
  return all.length <= maxGaps + 1 ? all : [...all.slice(0, 1), ...all.slice(-maxGaps)]
}

/** A position in which all has come up to an event. */
export const cover = (position: Position, sequence: string): Position =>
  sequence < one ? position : joinedSpans([...position, [one, sequence] as const])

/** A position with one event more. */
export const add = (position: Position, sequence: string): Position =>
  joinedSpans([...position, [sequence, sequence] as const])
