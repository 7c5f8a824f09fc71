import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { hour, minute } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'

/** Other names of zones that somebody may clock in with. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['Asia/Kolkata', 'Asia/Calcutta'],
  ['Asia/Tokyo', 'Japan'],
  ['Pacific/Auckland', 'NZ'],
  ['America/Los_Angeles', 'US/Pacific'],
  ['America/New_York', 'US/Eastern'],
  ['Europe/London', 'GB'],
])

const firstNames = new Map([...otherNames].map(([first, other]) => [other, first]))

/** The first name of a zone, by whichever it goes. */
export const firstNameOf = (zone: string): string => firstNames.get(zone) ?? zone

const renamed = (clocking: Clocking): Clocking => ({
  ...clocking,
  startTimeZone: otherNames.get(clocking.startTimeZone) ?? clocking.startTimeZone,
  endTimeZone: otherNames.get(clocking.endTimeZone) ?? clocking.endTimeZone,
})

/** Some devices give a zone another of its names, from the first or once they have a new system. */
export const renameZones = (histories: Histories, { seed, to }: Rearranging): void => {
  for (const clockings of histories.values())
    for (const [id, versions] of clockings) {
      const draws = drawsOf('simulation', seed, 'zone-names', id)
      if (!draws.chance(0.5)) continue
      const last = lastOf(versions)
      if (draws.chance(0.5)) {
        for (const version of versions)
          if (version.record !== null) version.record = renamed(version.record)
      } else if (last?.record != null) {
        const from = last.from + draws.whole(minute, 9 * hour)
        if (from < to) versions.push({ from, record: renamed(last.record) })
      }
    }
}
