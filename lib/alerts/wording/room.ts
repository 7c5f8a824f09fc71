import type { Bundle } from './message.ts'

/** A headline, a heading or a line; only lines may be of a bundle. */
type Entry = { bundle?: Bundle | undefined }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** A bundle's turn: what is none of, then what is needed, then news. */
const turnOf = (bundle: Bundle | undefined): number => {
  if (bundle === undefined) return 0
  return bundle.isNeeded ? 1 : 2
}

/** The first entries, as many as there is room for. */
const firstWithin = <Any extends Entry>(
  entries: readonly Any[],
  room: number,
  sizeOf: (entry: Any) => number,
): Any[] => {
  let size = 0
  const end = entries.findIndex((entry) => {
    size += sizeOf(entry)
    return size > room
  })
  return end === -1 ? [...entries] : entries.slice(0, end)
}

/**
 * The entries that there is room for, in their order: where they have bundles, all that is in none, such as headlines,
 * then what is needed, then news, whole bundles only; where they have not, the first ones.
 */
export const withinRoom = <Any extends Entry>(
  entries: readonly Any[],
  room: number,
  sizeOf: (entry: Any) => number,
): Any[] => {
  const byBundle = [...Map.groupBy(entries, ({ bundle }) => bundle)]
  if (byBundle.every(([bundle]) => bundle === undefined)) return firstWithin(entries, room, sizeOf)
  const kept = new Set<Any>()
  let left = room
  for (const [bundle, each] of byBundle.toSorted(([a], [b]) => turnOf(a) - turnOf(b))) {
    const size = sum(each.map(sizeOf))
    if (bundle !== undefined && size > left) continue
    left -= size
    for (const entry of each) kept.add(entry)
  }
  return entries.filter((entry) => kept.has(entry))
}

/** Whether there is room for all but news. */
export const hasRoomForNeeded = <Any extends Entry>(
  entries: readonly Any[],
  room: number,
  sizeOf: (entry: Any) => number,
): boolean => sum(entries.filter(({ bundle }) => turnOf(bundle) < 2).map(sizeOf)) <= room
