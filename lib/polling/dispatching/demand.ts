import type { Shard } from '../../store/shard-record.ts'
import { type Demand, usualLatency } from './capacity.ts'

/** The calls that a poll of a shard needs: as many as it has members, where no poll has said. */
export const callsOf = ({ members, needs }: Shard): Pick<Demand, 'clockings' | 'absences'> =>
  needs ?? { clockings: members, absences: members }

/** What all shards need together. */
export const demandOf = (shards: readonly Shard[]): Demand => ({
  shards: shards.length,
  clockings: shards.reduce((sum, shard) => sum + callsOf(shard).clockings, 0),
  absences: shards.reduce((sum, shard) => sum + callsOf(shard).absences, 0),
})

/** How long a call takes, in milliseconds, as the last polls of all shards found. */
export const latencyOf = (shards: readonly Shard[]): number => {
  const known = shards.flatMap(({ needs }) =>
    needs === undefined || needs.latency === 0 ? [] : [needs.latency],
  )
  return known.length === 0
    ? usualLatency
    : known.reduce((sum, each) => sum + each, 0) / known.length
}
