import type { EpochMs } from '../attendance/moments.ts'

/** Who works on a record, and until when, by the clock of the machines. */
export type Lease = { owner: string; now: EpochMs; until: EpochMs }

/** The condition of taking a lease; repeating one's own is harmless. */
export const noOtherLeaseRuns =
  '(attribute_not_exists(leaseUntil) OR leaseUntil <= :now OR leaseOwner = :owner)'

/** The condition of ending one's work. */
export const leaseIsStillMine = 'leaseOwner = :owner'

export const setLease = 'SET leaseOwner = :owner, leaseUntil = :until'
export const dropLease = 'REMOVE leaseOwner, leaseUntil'

export const leaseValues = ({ owner, now, until }: Lease) => ({
  ':owner': owner,
  ':now': now,
  ':until': until,
})
