import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'

type Correction = (clocking: Clocking, by: number) => Clocking

const moved = (moment: string | null, by: number): string | null =>
  moment === null ? null : utc(epochMs(moment) + by)

/** What can be corrected and undone, and corrected again in the same way. */
const corrections: readonly [Correction, ...Correction[]] = [
  (clocking) => ({ ...clocking, note: `NOTE-CANARY ${clocking.id}` }),
  (clocking, by) => ({ ...clocking, end: moved(clocking.end, by) }),
  (clocking, by) => ({ ...clocking, start: moved(clocking.start, -by) ?? clocking.start }),
  (clocking) => ({ ...clocking, end: null }),
  (clocking) => ({ ...clocking, breaks: clocking.breaks.slice(1) }),
]

/**
 * Corrects clockings, takes the correction back, makes it again, and so on: two people who do
 * not agree, or a device that overrules them both.
 */
export const undo = (histories: Histories, { seed, from, to }: Rearranging): void => {
  const scale = to - from > 30 * day ? 4 : 1
  for (const clockings of histories.values())
    for (const [id, versions] of clockings) {
      const draws = drawsOf('simulation', seed, 'undone-corrections', id)
      const last = lastOf(versions)
      const original = last?.record
      if (!draws.chance(0.15) || last === undefined || original == null) continue
      if (original.end === null) continue
      const corrected = draws.pick(corrections)(original, draws.whole(1, 20) * minute)
      let at = last.from
      for (let n = draws.whole(2, 6); n > 0; n--) {
        at += draws.whole(10 * minute, draws.pick([hour, 5 * hour])) * scale
        if (at >= to) break
        const isCorrected = lastOf(versions)?.record === corrected
        versions.push({ from: at, record: isCorrected ? original : corrected })
      }
    }
}
