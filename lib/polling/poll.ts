import type { EpochMs } from '../attendance/moments.ts'
import type { Resting } from '../attendance/resting.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { EmployeeStore } from '../store/employee-store.ts'
import type { ShardStore } from '../store/shard-store.ts'
import type { Spent } from '../workforce/call-pace.ts'
import type { WorkforceClient } from '../workforce/client.ts'
import type { SavingPorts } from './publishing/save-and-publish.ts'
import type { ShardMemory } from './shard/shard-memory.ts'

/** What a poll reaches the world through. */
export type PollPorts = {
  api: Pick<WorkforceClient, 'listClockings' | 'listAbsences'>
  /** What was sent by `api`; nothing is learned where it is left out. */
  spent?: () => Spent
  shards: Pick<ShardStore, 'takeLease' | 'finish' | 'release'>
  employees: Pick<EmployeeStore, 'inShard' | 'save'>
  /** What polls of the same warm function have left. */
  memory: ShardMemory
  delivery: Omit<SavingPorts, 'save'>
  /** The clock of everything that is published. */
  now: () => EpochMs
  /** The clock of the machines, which leases and deadlines go by. */
  machineNow: () => EpochMs
  /** Waits by that clock. @throws the signal's reason, when it is aborted */
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** How polls are made. */
export type PollSettings = {
  rules: AttendanceRules
  /** How late something may be synced or corrected and is still seen. */
  lookbackHours: number
  absencesEverySeconds: number
  /** Who is asked for clockings more rarely than at every poll; nobody where it is left out. */
  resting?: Resting | undefined
  /** How long something must be missing before it may count as removed. */
  removalAfterMinutes: number
  /** Calls in flight at once, at most. */
  concurrency: number
  leaseSeconds: number
}

/** One poll of one shard, as asked for. */
export type PollRequest = {
  shardId: string
  /** Whose lease it is: a different string for every poll. */
  owner: string
  /** By the clock of the machines: no call to the API runs past this. */
  deadline: EpochMs
  /** Likewise: at which rate and until when calls may begin; where left out, until the deadline. */
  slot?: { requestsPerSecond: number; until: EpochMs } | undefined
  /** Likewise: nothing is published after this; it stays in the outbox for the next poll. */
  publishingDeadline: EpochMs
}
