import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Version, Versions } from './history.ts'

/** What a rearrangement goes by. */
export type Rearranging = {
  seed: number
  kinds: ReadonlySet<string>
  from: EpochMs
  to: EpochMs
}

/** The versions of every clocking, by employee and id; they grow. */
export type Histories = Map<string, Map<string, Version<Clocking>[]>>

/** Where somebody clocks in and out. */
export type Zones = Pick<Clocking, 'startTimeZone' | 'endTimeZone'>
export type ZonesOf = (employeeId: string) => Zones

export const lastOf = (versions: Versions<Clocking> | undefined): Version<Clocking> | undefined =>
  versions?.at(-1)
