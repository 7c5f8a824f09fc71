import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'

type Correction = (clocking: Clocking) => Clocking | null

const movedBy = (moment: string | null, by: number): string | null =>
  moment === null ? null : utc(epochMs(moment) + by)

/** Ends so much earlier, but not before it starts: that breaks the contract. */
const endingBy = (clocking: Clocking, earlier: number): Clocking => {
  const { start, end } = clocking
  const moved = end === null ? null : Math.max(epochMs(start), epochMs(end) - earlier)
  return { ...clocking, end: moved === null ? null : utc(moved) }
}

const whole =
  (by: number): Correction =>
  (clocking) => ({
    ...clocking,
    start: utc(epochMs(clocking.start) + by),
    end: movedBy(clocking.end, by),
    breaks: [],
  })

/** What is done to the clockings of many at once: a clock that was wrong, an import that is made again. */
const someCorrection = (draws: Draws): Correction =>
  draws.pick<Correction>([
    () => null,
    whole(-draws.whole(1, 3) * hour),
    whole(-draws.whole(2, 6) * day),
    (clocking) => endingBy(clocking, draws.whole(1, 9) * 1_000),
    (clocking) => ({ ...clocking, start: utc(epochMs(clocking.start) - 11 * minute) }),
    (clocking) => ({ ...clocking, end: null }),
    (clocking) => ({ ...clocking, breaks: [] }),
  ])

/** Corrects the ended clockings of many people at one moment, and now and then undoes all of it. */
export const correctInBulk = (histories: Histories, { seed, from, to }: Rearranging): void => {
  const draws = drawsOf('simulation', seed, 'bulk-corrections')
  for (let n = draws.whole(1, 3); n > 0; n--) {
    const at = from + 3 * hour + draws.unit() * (to - from - 3 * hour)
    const share = draws.pick([0.3, 0.7, 1])
    const recent = draws.pick([4, 12, 40]) * hour
    const undoneAt = draws.chance(0.4) ? at + draws.whole(20, 900) * minute : null
    const correction = someCorrection(draws)
    for (const [employeeId, clockings] of histories) {
      if (!drawsOf('simulation', seed, 'bulk', n, employeeId).chance(share)) continue
      for (const versions of clockings.values()) {
        const last = lastOf(versions)
        if (last?.record == null || last.record.end === null || last.from >= at) continue
        if (epochMs(last.record.end) >= at || epochMs(last.record.end) < at - recent) continue
        versions.push({ from: at, record: correction(last.record) })
        if (undoneAt !== null && undoneAt < to)
          versions.push({ from: undoneAt, record: last.record })
      }
    }
  }
}
