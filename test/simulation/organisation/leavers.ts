import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, minute, utc, utcDate } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import type { Person, Version } from './history.ts'

/** Somebody of whom something lasts when they leave, and whom the API refuses then. */
export type Leaver = {
  /** From when on the API does not answer about them, until they are back. */
  refusedFrom: EpochMs
  leavesAt: EpochMs
  /** When they are back; null: never. */
  returnsAt: EpochMs | null
  /** Of what they are refused. */
  operation: 'both' | 'clockings'
  refusal: 'forbidden' | 'not-found'
}

type Span = Pick<Rearranging, 'seed' | 'from' | 'to'>

const drawsFor = (seed: number, id: string): Draws =>
  drawsOf('simulation', seed, 'refused-leavers', id)

/** What becomes of somebody; null: they are none of those. */
export const leaverOf = (id: string, { seed, from, to }: Span): Leaver | null => {
  const draws = drawsFor(seed, id)
  const isLong = to - from > 30 * day
  if (!draws.chance(isLong ? 0.6 : 0.15)) return null
  const leavesAt = from + (0.15 + draws.unit() * 0.2) * (to - from)
  const soon = draws.whole(30, 70) * hour
  const late = isLong ? draws.whole(8, 70) * day : draws.whole(8, 40) * hour
  const returnsAt = leavesAt + (draws.chance(0.4) ? soon : late)
  const before = draws.pick([0, 0, isLong ? 14 * day : 6 * hour])
  return {
    refusedFrom: leavesAt - before,
    leavesAt,
    returnsAt: draws.chance(0.8) && returnsAt < to ? returnsAt : null,
    operation: draws.pick(['both', 'clockings']),
    refusal: draws.pick(['forbidden', 'not-found']),
  }
}

/** When something that lasted at their leaving is over: around it, much later, or never. */
const endOf = ({ leavesAt }: Leaver, to: EpochMs, draws: Draws): EpochMs | null => {
  const wanted = leavesAt + draws.pick([20 * hour, 2 * day, 10 * day])
  return draws.chance(0.7) && wanted < to ? wanted : null
}

const openClocking = (
  { id: employeeId, zone }: Person,
  leaver: Leaver,
  to: EpochMs,
  draws: Draws,
): [string, Version<Clocking>[]] => {
  const id = idOf(employeeId, 'open at leaving')
  const start = leaver.refusedFrom - draws.whole(1, 9) * hour
  const end = endOf(leaver, to, draws)
  const zones = { startTimeZone: zone, endTimeZone: zone }
  const open = { id, employeeId, start: utc(start), end: null, ...zones, breaks: [], note: null }
  const over = end === null ? [] : [{ from: end, record: { ...open, end: utc(end) } }]
  return [id, [{ from: start, record: open }, ...over]]
}

const lastingAbsence = (
  { id: employeeId }: Person,
  leaver: Leaver,
  to: EpochMs,
  draws: Draws,
): [string, Version<Absence>[]] => {
  const id = idOf(employeeId, 'lasts at leaving')
  const on = (at: EpochMs) => ({ $type: 'LocalDate' as const, date: utcDate(at) })
  const shown = leaver.refusedFrom - draws.whole(6, 30) * hour
  const end = endOf(leaver, to, draws)
  const texts = { displayName: 'LABEL-CANARY', note: 'NOTE-CANARY' }
  const start = on(shown - day)
  const lasting: Absence = { $type: 'Holiday', id, employeeId, start, end: null, ...texts }
  const ending = { ...lasting, end: end === null ? null : on(end) }
  // That it ends is known from the first, or said only then.
  if (end === null || draws.chance(0.5)) return [id, [{ from: shown, record: ending }]]
  const over = { from: end - minute, record: ending }
  return [id, [{ from: shown, record: lasting }, over]]
}

/** Somebody as a leaver of whom something lasts, where they are one. */
export const withLeaving = (person: Person, { seed, from, to }: Span): Person => {
  const leaver = leaverOf(person.id, { seed, from, to })
  const record = person.employment.findLast((each) => each.record !== null)?.record
  if (leaver === null || record == null) return person
  const { leavesAt, returnsAt } = leaver
  const draws = drawsFor(seed, `${person.id} what lasts`)
  const there = { ...record, _metadata: { ...record._metadata, isTerminated: false } }
  const left = draws.chance(0.5)
    ? null
    : { ...there, _metadata: { ...there._metadata, isTerminated: true } }
  return {
    ...person,
    employment: [
      { from: from - 2 * day, record: there },
      { from: leavesAt, record: left },
      ...(returnsAt === null ? [] : [{ from: returnsAt, record: there }]),
    ],
    clockings: new Map([...person.clockings, openClocking(person, leaver, to, draws)]),
    absences: new Map([...person.absences, lastingAbsence(person, leaver, to, draws)]),
  }
}
