import type { EpochMs } from '../../attendance/moments.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'
import type { Roster, RosterStore } from '../../store/roster-store.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import type { SavingPorts } from '../publishing/save-and-publish.ts'
import type { Membership } from './membership.ts'

/** What a roster refresh reaches the world through. */
export type RosterPorts = {
  api: Pick<WorkforceClient, 'listEmployees'>
  roster: RosterStore
  shards: Pick<ShardStore, 'all' | 'create' | 'setMembers' | 'noteEdit'>
  employees: EmployeeStore
  delivery: Omit<SavingPorts, 'save'>
  /** The moment of the refresh: the clock of everything that is published. */
  now: () => EpochMs
  /** The clock of the machines, which leases and deadlines go by. */
  machineNow: () => EpochMs
  /** Waits by that clock. @throws the signal's reason, when it is aborted */
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export type RosterSettings = {
  rules: AttendanceRules
  shardSize: number
  leaseSeconds: number
  lookbackHours: number
  /** How long a member must be missing, in two believed answers, before they have left. */
  removalAfterMinutes: number
}

/** One refresh, as asked for. */
export type RosterRequest = {
  /** Whose lease it is: a different string for every refresh. */
  owner: string
  /** By the clock of the machines: no call runs past this, and nothing is published after it. */
  deadline: EpochMs
  /** An operator's word that whoever is missing has left, however many they are. */
  acceptLoss: boolean
}

/** One refresh under way, whose answer is believed. */
export type Refreshing = {
  request: RosterRequest
  ports: RosterPorts
  settings: RosterSettings
  /** What earlier refreshes left. */
  roster: Roster
  membership: Membership
  /** When the roster was asked for, UTC. */
  asked: string
  /** When its answer had come. */
  now: EpochMs
}
