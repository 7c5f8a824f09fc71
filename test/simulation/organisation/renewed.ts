import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'

/**
 * Gives clockings of long ago the times of today, the same one now and then more than once: a
 * device that uses an id again, or a manager who corrects the wrong one.
 */
export const renew = (histories: Histories, { seed, to }: Rearranging): void => {
  for (const clockings of histories.values())
    for (const [id, versions] of clockings) {
      const draws = drawsOf('simulation', seed, 'renewed-clockings', id)
      if (!draws.chance(0.12)) continue
      for (let n = draws.whole(1, 2); n > 0; n--) {
        const last = lastOf(versions)
        if (last?.record == null || last.record.end === null) break
        const at = Math.max(last.from, epochMs(last.record.end)) + draws.whole(5, 34) * hour
        const start = at - draws.whole(30, 180) * minute
        const end = start + draws.whole(5, 25) * minute
        if (at >= to) break
        const record = { ...last.record, start: utc(start), end: utc(end), breaks: [] }
        versions.push({ from: at, record })
      }
    }
}
