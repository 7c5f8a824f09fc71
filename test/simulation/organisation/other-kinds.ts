import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { hour, minute } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import type { Person, Version, Versions } from './history.ts'
import { absenceKinds, ofKind } from './leave.ts'

/** Some absences turn out to be of another kind: a holiday that becomes a sickness, and now and then that was wrong. */
export const withOtherKinds = (person: Person, { seed, from, to }: Rearranging): Person => ({
  ...person,
  absences: new Map(
    [...person.absences].map(([id, versions]): [string, Versions<Absence>] => {
      const draws = drawsOf('simulation', seed, 'other-kinds', id)
      const last = versions.at(-1)
      if (last?.record == null || !draws.chance(0.6)) return [id, versions]
      const { record } = last
      const changed: Version<Absence>[] = []
      let at = Math.max(last.from, from)
      for (let n = draws.whole(1, 3); n > 0; n--) {
        at += draws.chance(0.3) ? draws.whole(1, 90) * minute : draws.whole(1, 9) * hour
        if (at >= to) break
        const isBack = changed.length > 0 && draws.chance(0.4)
        const other = isBack ? record : ofKind(draws.pick(absenceKinds), record, draws)
        changed.push({ from: at, record: other })
      }
      return [id, [...versions, ...changed]]
    }),
  ),
})
