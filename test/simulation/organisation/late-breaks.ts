import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'
import type { Version } from './history.ts'

type Span = Pick<Rearranging, 'seed' | 'from' | 'to'>

/**
 * When a record becomes unreadable long after it came, when it may be forgotten already; null: never.
 * @param versions of it, oldest first
 */
export const lateBreakOf = (
  id: string,
  versions: readonly Pick<Version<unknown>, 'from'>[],
  { seed, from, to }: Span,
): { from: number; to: number } | null => {
  const draws = drawsOf('simulation', seed, 'late-breaks', id)
  const isLong = to - from > 30 * day
  const first = versions[0]?.from
  if (first === undefined || !draws.chance(0.15)) return null
  const after = draws.pick([16 * hour, isLong ? 60 * day : 60 * hour])
  const begun = first + draws.unit() * after
  const length = draws.pick([10 * minute, 5 * hour, isLong ? 9 * day : 30 * hour])
  return { from: begun, to: Math.min(to, begun + length * (0.5 + draws.unit())) }
}

/** Moves some clockings that cannot be read any more, to today or to long ago: they have other times when they can be. */
export const moveWhileBroken = (histories: Histories, span: Rearranging): void => {
  for (const clockings of histories.values())
    for (const [id, versions] of clockings) {
      const broken = lateBreakOf(id, versions, span)
      const last = lastOf(versions)
      if (broken === null || last?.record == null || last.record.end === null) continue
      const draws = drawsOf('simulation', span.seed, 'late-breaks', id, 'moved')
      const at = broken.from + draws.unit() * (broken.to - broken.from)
      if (!draws.chance(0.5) || at >= span.to || last.from >= at) continue
      const length = epochMs(last.record.end) - epochMs(last.record.start)
      const end = at - draws.whole(0, 5 * 60) * minute - draws.pick([0, draws.whole(2, 20) * day])
      const record: Clocking = {
        ...last.record,
        start: utc(end - Math.min(length, 9 * hour)),
        end: utc(end),
        breaks: [],
      }
      if (end > at - minute) continue
      versions.push({ from: at, record })
    }
}
