import { absenceData } from './absences/absence-data.ts'
import { clockingData } from './clockings/clocking-steps.ts'
import { type Recording, snapshotEntry } from './events/outbox.ts'
import { asUtc, utc } from './moments.ts'
import type { EmployeeState, OutboxEntry } from './state/state.ts'
import { isOpen, openBreak } from './state/who-is-in.ts'
import { type Draft, spanOf } from './steps.ts'

/** What is so of one employee now, each thing as the event that last says so. */
const draftsOf = (state: EmployeeState, { now, rules }: Recording): Draft[] => {
  const { employeeId, profile, membership, clockings, absences } = state
  const context = { employeeId, rules, zone: state.timeZone ?? rules.workday.timeZone }
  const drafts: Draft[] = []
  const employment = { start: profile.employmentStart, end: profile.employmentEnd }
  const name = membership === 'member' ? 'employee-joined' : 'employee-left'
  drafts.push({ name, time: utc(now), facts: [], data: { employment } })
  for (const [id, tracked] of Object.entries(clockings)) {
    if (!isOpen(tracked)) continue
    const clocking = clockingData(id, tracked.known, context)
    const onBreak = openBreak(tracked.known)
    drafts.push(
      onBreak === undefined
        ? { name: 'clocked-in', time: asUtc(clocking.start), facts: [id], data: { clocking } }
        : {
            name: 'break-started',
            time: asUtc(onBreak.start),
            facts: [id],
            data: { clocking, break: onBreak },
          },
    )
  }
  for (const [id, { phase, known, startedAt, zone }] of Object.entries(absences)) {
    if (phase !== 'started') continue
    // As it was last recorded, though another zone may count since.
    const asRecorded = { ...context, ...(zone !== undefined && { zone }) }
    const time = startedAt ?? utc(Math.min(now, spanOf(known, asRecorded)?.start ?? now))
    const data = { absence: absenceData(id, known, asRecorded) }
    drafts.push({ name: 'absence-started', time, facts: [id], data })
  }
  return drafts
}

/**
 * What is so of one employee, as events for somebody who comes late: that they are a member or have left, each
 * clocking that is open, each absence that has started. All have the number of the employee's last event, since they
 * say all that was so after it: what has a higher number is newer, and what has a lower one is old news.
 * @param at the moment of the snapshot, the same for everyone
 */
export const presentState = (
  state: EmployeeState,
  at: number,
  rules: Recording['rules'],
): OutboxEntry[] => {
  const recording = { now: at, after: null, rules }
  return draftsOf(state, recording).map((draft) => snapshotEntry(state, draft, recording))
}
