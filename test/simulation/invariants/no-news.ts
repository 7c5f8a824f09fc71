import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { epochMs } from '../oracle/moments.ts'
import type { Person } from '../organisation/history.ts'
import type { Context } from './context.ts'

const moments = ({ start, end, breaks }: Clocking): number[] =>
  [start, end, ...breaks.flatMap((each) => [each.start, each.end])]
    .filter((moment) => moment !== null)
    .map(epochMs)

const visible = ({ start, end, breaks }: Clocking): string =>
  JSON.stringify([start, end, breaks.toSorted((a, b) => (a.id < b.id ? -1 : 1))])

/** Whether all of it was so before the first run, and stood so by the first answer that was whole. */
export const isNoNews = (
  { baselineAt, isBaselined, tolerance }: Context,
  person: Person,
  clocking: Clocking,
  first: Look | undefined,
): boolean => {
  const text = visible(clocking)
  const versions = person.clockings.get(clocking.id) ?? []
  const until = first?.to ?? Number.POSITIVE_INFINITY
  return (
    isBaselined(person.id) &&
    Math.max(...moments(clocking)) <= baselineAt + tolerance &&
    versions.some(
      ({ from, record }) => from <= until && record !== null && visible(record) === text,
    )
  )
}
