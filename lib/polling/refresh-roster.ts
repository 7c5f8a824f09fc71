import pLimit from 'p-limit'
import { type EpochMs, utc } from '../attendance/moments.ts'
import type { Recording } from '../attendance/outbox.ts'
import type { Disbelief } from '../attendance/roster.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { EmployeeStore } from '../store/employee-store.ts'
import type { RosterStore } from '../store/roster-store.ts'
import type { ShardStore } from '../store/shard-store.ts'
import type { WorkforceClient } from '../workforce/client.ts'
import { doubtIn, goneFrom } from './believed-roster.ts'
import { type DeliveryPorts, saveAndDeliver } from './deliver.ts'
import { listEmployed } from './list-employed.ts'
import { type Placed, readMembership } from './membership.ts'
import { changesIn, newcomersIn } from './roster-changes.ts'

/** What a roster refresh reaches the world through. */
export type RosterPorts = {
  api: Pick<WorkforceClient, 'listEmployees'>
  roster: RosterStore
  shards: Pick<ShardStore, 'all' | 'create' | 'setMembers'>
  employees: EmployeeStore
  delivery: Omit<DeliveryPorts, 'save'>
  /** The moment of the refresh: the clock of everything that is told. */
  now: () => EpochMs
  /** The clock of the machines, which leases and deadlines go by. */
  machineNow: () => EpochMs
}

export type RosterSettings = { rules: AttendanceRules; shardSize: number; leaseSeconds: number }

/** One refresh, as asked for. */
export type RosterRequest = {
  /** Whose lease it is: a different string for every refresh. */
  owner: string
  /** By the clock of the machines: no call runs past this. */
  deadline: EpochMs
  /** An operator's word that a loss of more than a fifth is true. */
  acceptLoss: boolean
}

/** What became of a refresh. */
export type RosterReport =
  /** Another refresh runs. */
  | { kind: 'skipped' }
  | { kind: 'refused'; reason: Disbelief; members: number; answered: number }
  | {
      kind: 'refreshed'
      members: number
      added: number
      left: number
      /** Employees whom a poller saved meanwhile; the next refresh sees to them. */
      overtaken: number
    }

/** How many employees are saved at once. */
const savingConcurrency = 16

const saveAll = async (placed: Placed[], ports: RosterPorts): Promise<number> => {
  const delivery = { ...ports.delivery, save: ports.employees.save }
  const saved = await pLimit(savingConcurrency).map(placed, ({ shardId, state }) =>
    saveAndDeliver(shardId, state, delivery),
  )
  return saved.filter((state) => state === null).length
}

/** Creates the shards that newcomers need and writes down how many each shard has. */
const keepShards = async (
  newcomers: Placed[],
  places: Map<string, string[]>,
  { shards, now }: RosterPorts,
): Promise<void> => {
  for (const shardId of new Set(newcomers.map((each) => each.shardId))) {
    const count = newcomers.filter((each) => each.shardId === shardId).length
    const members = (places.get(shardId)?.length ?? 0) + count
    if (places.has(shardId)) await shards.setMembers(shardId, members)
    else
      await shards.create({
        shardId,
        members,
        polledThrough: utc(now()),
        absencesReadAt: null,
        sweep: null,
      })
  }
}

const refresh = async (
  isFirst: boolean,
  { deadline, acceptLoss }: RosterRequest,
  ports: RosterPorts,
  { rules, shardSize }: RosterSettings,
): Promise<RosterReport> => {
  const { known, places } = await readMembership(ports)
  const answer = await listEmployed(ports.api, deadline)
  const members = new Set(
    known.flatMap(({ state }) => (state.membership === 'member' ? [state.employeeId] : [])),
  )
  const doubt = doubtIn(answer, members, acceptLoss)
  if (doubt !== null)
    return {
      kind: 'refused',
      reason: doubt,
      members: members.size,
      answered: answer.employees.size,
    }

  const now = ports.now()
  const recording: Recording = { now, after: null, rules }
  const baselineAt = isFirst ? await ports.roster.beginBaseline(utc(now)) : null
  const second = () => listEmployed(ports.api, deadline)
  const gone = await goneFrom(answer, second, members, acceptLoss)
  const newcomers = newcomersIn(answer, places, baselineAt, recording, shardSize)
  await keepShards(newcomers, places, ports)
  const changes = changesIn(known, answer, (id) => gone.has(id), recording)
  const overtaken = await saveAll([...newcomers, ...changes], ports)
  return {
    kind: 'refreshed',
    members: answer.employees.size,
    added: newcomers.length,
    left: gone.size,
    overtaken,
  }
}

/**
 * Brings the roster up to date. The only writer of
 * membership: an employee keeps the shard given at first sight.
 */
export const refreshRoster = async (
  request: RosterRequest,
  ports: RosterPorts,
  settings: RosterSettings,
): Promise<RosterReport> => {
  const now = ports.machineNow()
  const { owner } = request
  const lease = { owner, now, until: now + settings.leaseSeconds * 1_000 }
  const roster = await ports.roster.takeLease(lease)
  if (roster === null) return { kind: 'skipped' }
  try {
    const report = await refresh(!roster.isBaselined, request, ports, settings)
    if (report.kind === 'refreshed') await ports.roster.finish(owner)
    return report
  } finally {
    await ports.roster.release(owner)
  }
}
