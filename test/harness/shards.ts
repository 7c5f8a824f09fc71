import type { Behind, LeasedShard, Shard } from '../../lib/store/shard-record.ts'
import { anId } from './builders.ts'

/** A shard that has been polled a moment ago, with nobody behind. */
export const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 3,
  polledThrough: '2026-11-20T12:00:00Z',
  absencesReadAt: '2026-11-20T11:50:00Z',
  behind: { clockings: {}, absences: {} },
  lossAcceptedAt: null,
  ...overrides,
})

/** Somebody who was left over by one poll. */
export const aBehind = (overrides: Partial<Behind> = {}): Behind => ({
  since: '2026-11-20T11:00:00Z',
  tries: 0,
  retryAt: null,
  ...overrides,
})

/** How a shard stands after a poll a minute later, with somebody left over and somebody who fails. */
export const progressLater = {
  polledThrough: '2026-11-20T12:01:00Z',
  absencesReadAt: '2026-11-20T12:01:00Z',
  behind: {
    clockings: { [anId(1)]: aBehind() },
    absences: { [anId(2)]: aBehind({ tries: 3, retryAt: '2026-11-20T12:09:00Z' }) },
  },
}

/** A shard as a poll took it, without the number of that poll. */
export const unnumbered = (leased: LeasedShard | null): Shard | null => {
  if (leased === null) return null
  const { poll, ...shard } = leased
  if (!Number.isInteger(poll)) throw new Error('A poll has a number')
  return shard
}
