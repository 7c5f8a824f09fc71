import { type EpochMs, utc } from '../attendance/moments.ts'
import type { Snapshot } from '../attendance/snapshot.ts'
import type { EmployeeState } from '../attendance/state.ts'
import { isAnyAbsenceUnaccounted, unaccountedClockings } from '../attendance/unaccounted.ts'
import type { WorkforceClient } from '../workforce/client.ts'
import type { Clocking } from '../workforce/contract/clocking.ts'
import type { ReadAbsence, RecordsRead } from '../workforce/reading.ts'
import type { CallOptions } from '../workforce/waiting.ts'
import {
  absenceDates,
  type PollWindow,
  pieces,
  type Range,
  secondLook,
  widestAbsenceDates,
} from './window.ts'

/** What one employee is to be asked. */
export type Question = {
  now: EpochMs
  window: PollWindow
  /** When absences were last read; null where they are not due. */
  absencesSince: EpochMs | null
}

type Api = Pick<WorkforceClient, 'listClockings' | 'listAbsences'>

/** All pages of an answer; a record that two pages show is the later one. */
const allOf = async <T extends { id: string }>(
  pages: AsyncIterable<RecordsRead<T>>[],
): Promise<{ records: T[]; complete: boolean }> => {
  const records = new Map<string, T>()
  let complete = true
  for (const answer of pages)
    for await (const page of answer) {
      for (const record of page.records) records.set(record.id, record)
      complete &&= page.rejected.length === 0
    }
  return { records: [...records.values()], complete }
}

const askClockings = (api: Api, employeeId: string, range: Range, call: CallOptions) =>
  allOf(
    pieces(range).map(({ from, to }) =>
      api.listClockings({ employeeId, from: utc(from), to: utc(to) }, call),
    ),
  )

/**
 * The clockings of the window, and, where it lacks one that it should show, those of a
 * second look that tells a correction from a removal.
 */
const clockings = async (
  api: Api,
  state: EmployeeState,
  window: PollWindow,
  call: CallOptions,
): Promise<Snapshot['clockings']> => {
  const { employeeId } = state
  const { from, to, reach } = window
  const first = await askClockings(api, employeeId, window, call)
  const answer = { ...first, covers: { from, to }, windowFrom: from, reach }
  const sought = unaccountedClockings(state, first.records, window)
  if (sought.length === 0 || !first.complete) return answer
  const again = secondLook(
    sought.map(({ start }) => start),
    window,
  )
  if (again === null) return answer
  const second = await askClockings(api, employeeId, again, call)
  // Not only those sought: whatever the second look covers and does not show counts as missing.
  const isKnown = ({ id }: Clocking) => state.clockings[id] !== undefined
  return {
    ...answer,
    records: [...first.records, ...second.records.filter(isKnown)],
    covers: { from: again.from, to },
    complete: second.complete,
  }
}

/**
 * The absences of the dates that are due, and, where they lack one that they should show,
 * those of a second look that tells a correction from a withdrawal.
 */
const absences = async (
  api: Api,
  state: EmployeeState,
  now: EpochMs,
  since: EpochMs,
  call: CallOptions,
): Promise<Snapshot['absences']> => {
  const { employeeId } = state
  const dates = absenceDates(now, since)
  const first = await allOf([api.listAbsences({ employeeId, ...dates }, call)])
  if (!first.complete || !isAnyAbsenceUnaccounted(state, first.records, dates))
    return { ...first, ...dates }
  const widest = widestAbsenceDates(now)
  const second = await allOf([api.listAbsences({ employeeId, ...widest }, call)])
  const isKnown = ({ id }: ReadAbsence) => state.absences[id] !== undefined
  return {
    records: [...first.records, ...second.records.filter(isKnown)],
    complete: second.complete,
    ...dates,
  }
}

/**
 * Asks the Workforce API about one employee: every page, or an error.
 * @throws {WorkforceError} where any page cannot be had
 */
export const takeSnapshot = async (
  api: Api,
  state: EmployeeState,
  { now, window, absencesSince }: Question,
  call: CallOptions,
): Promise<Snapshot> => {
  const clocked = await clockings(api, state, window, call)
  if (absencesSince === null) return { clockings: clocked, absences: null }
  return { clockings: clocked, absences: await absences(api, state, now, absencesSince, call) }
}
