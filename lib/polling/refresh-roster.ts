import pLimit from 'p-limit'
import { type EpochMs, minute, utc } from '../attendance/moments.ts'
import type { Recording } from '../attendance/outbox.ts'
import type { Disbelief } from '../attendance/roster.ts'
import type { AttendanceRules } from '../attendance/rules.ts'
import type { EmployeeStore } from '../store/employee-store.ts'
import type { Believed, Roster, RosterStore } from '../store/roster-store.ts'
import { nobodyBehind } from '../store/shard-record.ts'
import type { ShardStore } from '../store/shard-store.ts'
import type { WorkforceClient } from '../workforce/client.ts'
import { doubtIn, missingFrom } from './believed-roster.ts'
import { type DeliveryPorts, saveAndDeliver } from './deliver.ts'
import { listEmployed, type RosterAnswer } from './list-employed.ts'
import { type Placed, readMembership } from './membership.ts'
import type { UnsavedState } from './poll-report.ts'
import { retireLeavers } from './retire-leavers.ts'
import { changesIn, newcomersIn, newIdsIn, postponedIn } from './roster-changes.ts'

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
  /** By the clock of the machines: no call runs past this. */
  deadline: EpochMs
  /** An operator's word that whoever is missing has left, however many they are. */
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
      /** Members whom this roster lacks and who have not left yet. */
      missing: number
      /** Employees who cannot be read. */
      unread: number
      /** Leavers of whom no more is kept than a return needs. */
      retired: number
      /** Employees whom a poller saved meanwhile; the next refresh sees to them. */
      overtaken: number
      /** Employees whose new state could not be saved; likewise. */
      unsaved: UnsavedState[]
    }

/** How many employees are saved at once. */
const savingConcurrency = 16

/**
 * Saves and publishes. Who cannot be saved holds up nobody else, unless it is the first roster:
 * whoever is not saved then would be taken for somebody who came later.
 */
const saveAll = async (placed: Placed[], ports: RosterPorts, isFirst: boolean) => {
  const delivery = { ...ports.delivery, save: ports.employees.save }
  const unsaved: UnsavedState[] = []
  let last: unknown
  const saved = await pLimit(savingConcurrency).map(placed, async ({ shardId, state }) => {
    try {
      return (await saveAndDeliver(shardId, state, delivery)) !== null
    } catch (error) {
      if (isFirst) throw error
      last = error
      const problem = error instanceof Error ? error.name : 'unknown'
      unsaved.push({ employeeId: state.employeeId, problem })
      return true
    }
  })
  // Where nobody can be saved it is the table that fails.
  if (placed.length > 0 && unsaved.length === placed.length) throw last
  return { overtaken: saved.filter((isDone) => !isDone).length, unsaved }
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
        behind: nobodyBehind,
        lossAcceptedAt: null,
      })
  }
}

/** So many are remembered: a record has only so much room. */
const mostUnread = 1_000

/** Since when those have been on the roster who cannot be read and are nobody's state yet. */
const unreadOf = (
  unread: RosterAnswer['unread'],
  placed: ReadonlySet<string>,
  before: Roster,
  since: string,
): Believed['unread'] =>
  Object.fromEntries(
    unread
      .flatMap((id) =>
        id === null || placed.has(id) ? [] : [[id, before.unread[id] ?? since] as const],
      )
      .slice(0, mostUnread),
  )

const refresh = async (
  roster: Roster,
  { deadline, acceptLoss }: RosterRequest,
  ports: RosterPorts,
  settings: RosterSettings,
): Promise<{ report: RosterReport; believed: Believed | null }> => {
  const { rules, shardSize, removalAfterMinutes, lookbackHours } = settings
  const asked = utc(ports.now())
  const membership = await readMembership(ports)
  const { known, places } = membership
  const answer = await listEmployed(ports.api, deadline)
  const members = new Set(
    known.flatMap(({ state }) => (state.membership === 'member' ? [state.employeeId] : [])),
  )
  const reason = doubtIn(answer, members, acceptLoss)
  if (reason !== null) {
    const counts = { members: members.size, answered: answer.employees.size }
    return { report: { kind: 'refused', reason, ...counts }, believed: null }
  }

  const now = ports.now()
  const recording: Recording = { now, after: null, rules }
  const isFirst = !roster.isBaselined
  const baselineAt = isFirst ? await ports.roster.beginBaseline(utc(now)) : null
  const newIds = newIdsIn(answer, membership)
  const retired = isFirst ? new Map<string, null>() : await ports.employees.retired(newIds)
  const postponed = postponedIn(newIds, retired)
  const believedAt = roster.believedAt ?? asked
  const arrival = { baselineAt, believedAt, unread: roster.unread, retired }
  const newcomers = newcomersIn(answer, membership, arrival, recording, shardSize)
  await keepShards(newcomers, places, ports)
  const missing = missingFrom(
    answer,
    known.map(({ state }) => state.employeeId),
  )
  const after = acceptLoss ? 0 : removalAfterMinutes * minute
  const changes = changesIn(known, answer, missing, after, recording)
  const { overtaken, unsaved } = await saveAll([...newcomers, ...changes], ports, isFirst)
  const retiredNow = await retireLeavers(known, missing, now, lookbackHours, ports.employees)
  const left = changes.filter(
    ({ state }) => state.membership === 'leaver' && members.has(state.employeeId),
  ).length
  const lacked = [...members].filter((id) => missing.has(id)).length
  return {
    report: {
      kind: 'refreshed',
      members: answer.employees.size,
      added: newcomers.length,
      left,
      missing: lacked - left,
      unread: answer.unread.length + postponed.length,
      retired: retiredNow,
      overtaken,
      unsaved,
    },
    believed: {
      // What is not known to be whole may lack somebody who is there already.
      // Nor may who could not be saved be taken for one who came since.
      believedAt: answer.isComplete && unsaved.length === 0 ? asked : believedAt,
      unread: unreadOf(
        [...answer.unread, ...postponed],
        new Set([...places.values()].flat()),
        roster,
        believedAt,
      ),
    },
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
    const { report, believed } = await refresh(roster, request, ports, settings)
    if (believed !== null) await ports.roster.finish(owner, believed)
    return report
  } finally {
    await ports.roster.release(owner)
  }
}
