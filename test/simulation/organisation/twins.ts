import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { hour, minute } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import type { Person, Version, Versions } from './history.ts'

type Span = Pick<Rearranging, 'seed' | 'from' | 'to'>

/** The id of the same record, entered twice. */
const twinOf = (id: string): string => idOf(id, 'twin')

const copied = <T extends Clocking | Absence>(record: T | null, id: string): T | null => {
  if (record === null) return null
  // Breaks have ids of their own.
  return 'breaks' in record ? { ...record, id, breaks: [] } : { ...record, id }
}

/** When one of two is deleted, if it is. */
const deletedAt = (draws: Draws, first: number): number =>
  draws.chance(0.5) ? first + draws.whole(2, 40 * 60) * minute : Number.POSITIVE_INFINITY

/** Versions up to a moment at which the record is deleted. */
const until = <T>(versions: Versions<T>, at: number, to: number): Version<T>[] => [
  ...versions.filter(({ from }) => from < at),
  ...(at < to ? [{ from: at, record: null }] : []),
]

const doubled = <T extends Clocking | Absence>(
  records: ReadonlyMap<string, Versions<T>>,
  { seed, to }: Span,
): Map<string, Versions<T>> =>
  new Map(
    [...records].flatMap(([id, versions]): [string, Versions<T>][] => {
      const draws = drawsOf('simulation', seed, 'twins', id)
      const first = versions[0]?.from
      if (first === undefined || !draws.chance(0.1)) return [[id, versions]]
      const as = (each: string) =>
        versions.map(({ from, record }) => ({ from, record: copied(record, each) }))
      const other = twinOf(id)
      const isSecond = draws.chance(0.5)
      const at = deletedAt(draws, first)
      return [
        [id, isSecond ? as(id) : until(as(id), at, to)],
        [other, isSecond ? until(as(other), at, to) : as(other)],
      ]
    }),
  )

/** Somebody of whom some records were entered twice: under two ids, the same otherwise, of which one may be deleted. */
export const withTwins = (person: Person, span: Span): Person => ({
  ...person,
  clockings: doubled(person.clockings, span),
  absences: doubled(person.absences, span),
})

/** All records that were entered twice, by id. */
export const twinIdsIn = (records: ReadonlyMap<string, unknown>): string[] =>
  [...records.keys()].flatMap((id) => (records.has(twinOf(id)) ? [id, twinOf(id)] : []))

/** When which of two has no id that can be read. */
type Phase = { from: number; to: number; ids: readonly string[] }

/**
 * When one of two records with the same content, the other, or both have no id that can be read, one after another.
 * @param records of one person
 */
export const namelessTwins = (
  records: ReadonlyMap<string, Versions<unknown>>,
  { seed, from: begun, to }: Span,
): Phase[] =>
  [...records].flatMap(([id, versions]) => {
    const other = twinOf(id)
    const first = versions[0]?.from
    if (first === undefined || !records.has(other)) return []
    const draws = drawsOf('simulation', seed, 'nameless twins', id)
    const ids = [id, other]
    // Whichever it is has been shown with its id by then: of one that never was, nobody can say that it had a twin.
    let at = Math.max(first, begun) + draws.whole(3 * 60, 20 * 60) * minute
    return Array.from({ length: draws.whole(2, 6) }, (): Phase => {
      const from = at
      at += draws.chance(0.5) ? draws.whole(2, 40) * minute : draws.whole(1, 9) * hour
      const share = draws.pick([[], [0], [1], [0, 1], [0], [1]])
      return { from, to: Math.min(to, at), ids: ids.filter((_, n) => share.includes(n)) }
    })
  })
