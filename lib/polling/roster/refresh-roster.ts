import { utc } from '../../attendance/moments.ts'
import type { Believed, Roster } from '../../store/roster-store.ts'
import { doubtIn } from './believed-roster.ts'
import { type Gathered, gatherChanges } from './gather-changes.ts'
import { keepShards } from './keep-shards.ts'
import { listEmployed, type RosterAnswer } from './list-employed.ts'
import { membersOf, readMembership } from './membership.ts'
import type { Refreshing, RosterPorts, RosterRequest, RosterSettings } from './refresh.ts'
import type { RosterReport } from './roster-report.ts'
import { unreadAtFirst, unreadEmployees } from './unread-employees.ts'
import { type Written, writeChanges } from './write-changes.ts'

const reportOf = (
  answer: RosterAnswer,
  { changes, missing, newcomers, postponed }: Gathered,
  { overtaken, unsaved, retired }: Written,
  members: ReadonlySet<string>,
): RosterReport => {
  const left = changes.filter(
    ({ next: { state } }) => state.membership === 'leaver' && members.has(state.employeeId),
  ).length
  const lacked = [...members].filter((id) => missing.has(id)).length
  return {
    kind: 'refreshed',
    members: answer.employees.size,
    added: newcomers.length,
    left,
    missing: lacked - left,
    unread: answer.unread.length + answer.nameless.length + postponed.length,
    retired,
    overtaken,
    unsaved,
  }
}

/** What this refresh leaves for the next. */
const believedAfter = (
  answer: RosterAnswer,
  { newcomers, postponed, unconfirmed, nameless, since }: Gathered,
  { unsaved }: Written,
  { roster, membership, asked }: Refreshing,
): Believed => {
  // Who is new and could not be saved has no state yet, as who cannot be read.
  const isNew = new Set(newcomers.map(({ state }) => state.employeeId))
  const stateless = unsaved.map(({ employeeId }) => employeeId).filter((id) => isNew.has(id))
  const unread = unreadEmployees(
    { ...answer, unread: [...unconfirmed, ...answer.unread, ...postponed, ...stateless] },
    new Set([...membership.places.values()].flat()),
    roster,
    since,
  )
  // What is not known to be whole may lack somebody who is there already.
  // Nor may who could not be saved be taken for one who came since.
  const isAllSaid = answer.isComplete && unsaved.length === 0
  return {
    believedAt: isAllSaid ? asked : (roster.believedAt ?? asked),
    unread,
    unreadAtFirst: unreadAtFirst(unread, roster, !roster.isBaselined),
    nameless,
  }
}

const refresh = async (
  roster: Roster,
  request: RosterRequest,
  ports: RosterPorts,
  settings: RosterSettings,
): Promise<{ report: RosterReport; believed: Believed | null }> => {
  const asked = utc(ports.now())
  const membership = await readMembership(ports)
  const answer = await listEmployed(ports.api, request.deadline)
  const members = membersOf(membership)
  const reason = doubtIn(answer, members, request.acceptLoss)
  if (reason !== null) {
    const counts = { members: members.size, answered: answer.employees.size }
    return { report: { kind: 'refused', reason, ...counts }, believed: null }
  }
  const now = ports.now()
  const refreshing = { roster, membership, request, asked, now, ports, settings }
  const gathered = await gatherChanges(answer, refreshing)
  await keepShards(gathered.newcomers, membership.places, ports.shards, ports.now)
  const written = await writeChanges(gathered, refreshing)
  return {
    report: reportOf(answer, gathered, written, members),
    believed: believedAfter(answer, gathered, written, refreshing),
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
