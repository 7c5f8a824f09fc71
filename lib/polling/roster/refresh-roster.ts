import type { Recording } from '../../attendance/events/outbox.ts'
import { type EpochMs, minute, utc } from '../../attendance/moments.ts'
import type { AttendanceRules } from '../../attendance/rules.ts'
import type { EmployeeStore } from '../../store/employee-store.ts'
import type { Believed, Roster, RosterStore } from '../../store/roster-store.ts'
import type { ShardStore } from '../../store/shard-store.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import { publishWhileAble } from '../publishing/publish-while-able.ts'
import type { SavingPorts } from '../publishing/save-and-publish.ts'
import { doubtIn, missingFrom, namelessAfter, newcomersSince } from './believed-roster.ts'
import { keepShards } from './keep-shards.ts'
import { listEmployed } from './list-employed.ts'
import { type Placed, readMembership } from './membership.ts'
import { leaversToRetire, retireLeavers } from './retire-leavers.ts'
import { changesIn, newcomersIn, newIdsIn, postponedIn, unconfirmedIn } from './roster-changes.ts'
import type { RosterReport } from './roster-report.ts'
import { savePlaced } from './save-placed.ts'
import { unreadAtFirst, unreadEmployees } from './unread-employees.ts'
import { whileEdited } from './while-edited.ts'

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

const refresh = async (
  roster: Roster,
  { owner, deadline, acceptLoss }: RosterRequest,
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
  const unconfirmed = unconfirmedIn(newIds, { retired, unread: roster.unread })
  const waiting = new Set([...postponed, ...unconfirmed])
  const believedAt = roster.believedAt ?? asked
  const since = newcomersSince(answer, roster.nameless, believedAt)
  const wereAtFirst = new Set(roster.unreadAtFirst)
  const baselineOf = (id: string): string | null =>
    wereAtFirst.has(id) && roster.unread[id] !== undefined ? roster.baselineAt : baselineAt
  const arrival = { baselineOf, since, unread: roster.unread, retired, waiting }
  const newcomers = newcomersIn(answer, membership, arrival, recording, shardSize)
  await keepShards(newcomers, places, ports.shards, ports.now)
  const isRead = new Set(known.map(({ state }) => state.employeeId))
  const unreadable = [...places.values()].flat().filter((id) => !isRead.has(id))
  // By an operator's word whoever is not shown is none of those without an id.
  const lackable = acceptLoss ? [] : [...members, ...unreadable]
  const nameless = namelessAfter(answer, lackable, roster.nameless, since)
  const missing = missingFrom(
    answer,
    known.map(({ state }) => state.employeeId),
    nameless,
  )
  const after = acceptLoss ? 0 : removalAfterMinutes * minute
  const changesOf = (each: readonly Placed[]) => changesIn(each, answer, missing, after, recording)
  const changes = changesOf(known)
  const publishUntil = publishWhileAble(ports.delivery.publish, {
    now: ports.machineNow,
    wait: ports.wait,
  })
  const publish = publishUntil(deadline)
  const delivery = { ...ports.delivery, publish, save: ports.employees.save }
  // Whoever was overtaken by a poll: that has delivered more since.
  const readers: Pick<EmployeeStore, 'inShard'> = {
    inShard: async (shardId, options) => {
      const { shards } = await ports.shards.all()
      const delivered = shards.find((shard) => shard.shardId === shardId)?.delivered
      return ports.employees.inShard(shardId, { ...options, delivered })
    },
  }
  const all = [...newcomers.map((next) => ({ known: null, next })), ...changes]
  const leavers = leaversToRetire(known, missing, now, lookbackHours)
  const written = [...all.map(({ next }) => next), ...leavers].map(({ shardId }) => shardId)
  const { saved, retiredNow } = await whileEdited(
    [...written, ...membership.leftOpen],
    owner,
    ports.shards,
    async () => ({
      saved: await savePlaced(all, changesOf, readers, delivery, isFirst),
      retiredNow: await retireLeavers(leavers, ports.employees),
    }),
  )
  const { overtaken, unsaved } = saved
  // Who is new and could not be saved has no state yet, as who cannot be read.
  const isNew = new Set(newcomers.map(({ state }) => state.employeeId))
  const stateless = unsaved.map(({ employeeId }) => employeeId).filter((id) => isNew.has(id))
  const left = changes.filter(
    ({ next: { state } }) => state.membership === 'leaver' && members.has(state.employeeId),
  ).length
  const lacked = [...members].filter((id) => missing.has(id)).length
  const unread = unreadEmployees(
    { ...answer, unread: [...unconfirmed, ...answer.unread, ...postponed, ...stateless] },
    new Set([...places.values()].flat()),
    roster,
    since,
  )
  return {
    report: {
      kind: 'refreshed',
      members: answer.employees.size,
      added: newcomers.length,
      left,
      missing: lacked - left,
      unread: answer.unread.length + answer.nameless.length + postponed.length,
      retired: retiredNow,
      overtaken,
      unsaved,
    },
    believed: {
      // What is not known to be whole may lack somebody who is there already.
      // Nor may who could not be saved be taken for one who came since.
      believedAt: answer.isComplete && unsaved.length === 0 ? asked : believedAt,
      unread,
      unreadAtFirst: unreadAtFirst(unread, roster, isFirst),
      nameless,
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
