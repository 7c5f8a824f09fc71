import { drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { minute, utc } from '../oracle/moments.ts'
import type { Histories, Rearranging, ZonesOf } from './histories.ts'

/** Polls begin at multiples of this from the beginning on; answers take seconds. */
const rhythm = 20 * minute

/** Lets some clock in and out within the seconds in which they are being asked about. */
export const bePunctual = (
  histories: Histories,
  { seed, from, to }: Rearranging,
  zonesOf: ZonesOf,
): void => {
  for (const [employeeId, clockings] of histories) {
    const draws = drawsOf('simulation', seed, 'punctual-people', employeeId)
    if (!draws.chance(0.3)) continue
    const aMoment = (): number =>
      from + draws.whole(3, 3 * 70) * rhythm + draws.whole(0, draws.pick([900, 8_000]))
    for (let n = 0; n < 12; n++) {
      const start = aMoment()
      const end = start + draws.whole(1, 9) * rhythm + draws.whole(0, 900)
      if (end >= to) continue
      const id = idOf('simulation', seed, 'punctual', employeeId, n)
      const zones = zonesOf(employeeId)
      const open = {
        id,
        employeeId,
        start: utc(start),
        end: null,
        ...zones,
        breaks: [],
        note: null,
      }
      clockings.set(id, [
        { from: start, record: open },
        { from: end, record: { ...open, end: utc(end) } },
      ])
    }
  }
}
