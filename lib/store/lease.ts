import { clocksDiffer, type EpochMs, minute } from '../attendance/moments.ts'

/** Who works on a record, and until when, by the clock of the machines. */
export type Lease = { owner: string; now: EpochMs; until: EpochMs }

/** No function runs for longer than 15 minutes. */
const longestLease = 15 * minute + clocksDiffer

/** The condition of taking a lease; repeating one's own is harmless. One that would run for longer than any was taken by a clock that was wrong. */
export const noOtherLeaseRuns =
  '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now OR leaseUntil > :latest OR leaseOwner = :owner)'

/** The condition of ending one's work. */
export const leaseIsStillMine = 'leaseOwner = :owner'

export const setLease = 'SET leaseOwner = :owner, leaseUntil = :until'
export const dropLease = 'REMOVE leaseOwner, leaseUntil'

export const leaseValues = ({ owner, now, until }: Lease) => ({
  ':owner': owner,
  ':now': now,
  ':latest': now + longestLease,
  ':until': until,
})
