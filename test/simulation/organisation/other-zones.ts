import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { hour, minute } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'

const zones = ['Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Pacific/Auckland'] as const

/**
 * Some people clock in elsewhere now and then, with another zone's clock, or so it is noted: whoever sees that it is
 * wrong corrects it within hours.
 */
export const clockElsewhere = (histories: Histories, { seed, to }: Rearranging): void => {
  for (const [employeeId, clockings] of histories) {
    const person = drawsOf('simulation', seed, 'other-zones', employeeId)
    const zone = person.pick(zones)
    const share = person.pick([0, 0.15, 0.5])
    for (const [id, versions] of clockings) {
      const draws = drawsOf('simulation', seed, 'other-zones', id)
      const last = lastOf(versions)
      if (last === undefined || !draws.chance(share)) continue
      const right = last.record
      const isOnTheWay = drawsOf('simulation', seed, 'another end', id).chance(0.3)
      for (const version of versions)
        if (version.record !== null) version.record = elsewhere(version.record, zone, isOnTheWay)
      const at = last.from + draws.whole(minute, 20 * hour)
      if (right !== null && at < to && draws.chance(0.5)) versions.push({ from: at, record: right })
    }
  }
}

/** A clocking elsewhere, or, of somebody who is on the way, one that only ends there. */
const elsewhere = (clocking: Clocking, zone: string, isOnTheWay: boolean): Clocking => ({
  ...clocking,
  startTimeZone: isOnTheWay ? clocking.startTimeZone : zone,
  endTimeZone: zone,
})
