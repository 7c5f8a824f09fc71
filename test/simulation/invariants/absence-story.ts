import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { day, type EpochMs, epochMs } from '../oracle/moments.ts'
import type { Person } from '../organisation/history.ts'
import { firstNameOf } from '../organisation/zone-names.ts'
import type { Told } from './context.ts'
import { firstMoment, firstMomentAfter } from './local-moments.ts'

type AbsenceEvent = Extract<AttendanceEvent, { type: `attendance.absence-${string}` }>

export type OfAbsence = Told & { event: AbsenceEvent }

/** What a subscriber knows of an absence; null: what was so before the first run. */
export type AbsenceView = {
  phase: 'upcoming' | 'started' | 'ended' | 'withdrawn' | null
  /** Start and end as told, as JSON. */
  boundaries: string | null
}

/** The events of one employee, by absence. */
export const toldOfAbsences = (told: readonly Told[]): Map<string, OfAbsence[]> => {
  const grouped = new Map<string, OfAbsence[]>()
  for (const each of told) {
    const { event } = each
    if (!event.type.startsWith('attendance.absence-') || !('absence' in event.data)) continue
    const others = grouped.get(event.data.absence.id) ?? []
    others.push({ ...each, event: event as AbsenceEvent })
    grouped.set(event.data.absence.id, others)
  }
  return grouped
}

/** A time of day however it is written: `08:30:00` is `08:30`. */
const toTheMinute = (key: string, value: unknown): unknown =>
  key === 'time' && typeof value === 'string' ? value.replace(/^(\d\d:\d\d):00$/, '$1') : value

/** A value as JSON, its times of day written in one way. */
export const asWritten = (value: unknown): string => JSON.stringify(value, toTheMinute)

export const boundariesOf = ({ start, end }: { start: unknown; end: unknown }): string =>
  asWritten([start, end])

const zonesByPerson = new WeakMap<Person, ReadonlySet<string>>()

/** The zones of whatever somebody ever clocked in with. */
const clockedInWith = (person: Person): ReadonlySet<string> => {
  const known = zonesByPerson.get(person)
  if (known !== undefined) return known
  const records = [...person.clockings.values()].flat().flatMap(({ record }) => record ?? [])
  const zones = new Set(records.map(({ startTimeZone }) => firstNameOf(startTimeZone)))
  zonesByPerson.set(person, zones)
  return zones
}

/** The zones by which an employee's absences may be told: those of their clockings, and before any is known, home. */
export const zonesOf = (person: Person, homeZone: string): string[] => [
  ...new Set([...clockedInWith(person), homeZone].filter((zone) => zone !== 'Not/AZone')),
]

type Boundaries = { start: AbsenceBoundary; end: AbsenceBoundary | null }

/** When an absence holds; an open end is null. */
export type Span = { start: EpochMs; end: EpochMs | null }

const spanIn = ({ start, end }: Boundaries, zone: string): Span => {
  const from = firstMoment(start, zone)
  return { start: from, end: end === null ? null : Math.max(from, firstMomentAfter(end, zone)) }
}

/** When an absence holds, by each of the zones; what ends before it starts is over as it starts. */
export const spansOf = (boundaries: Boundaries, zones: readonly string[]): Span[] =>
  zones.map((zone) => spanIn(boundaries, zone))

/** Whether it holds at no moment, so that nobody is ever absent by it. */
export const isNever = ({ start, end }: Span): boolean => end === start

const isBoundary = (value: object): value is AbsenceBoundary => 'date' in value

const boundariesIn = (written: string | null): Boundaries | null => {
  const [start, end] = JSON.parse(written ?? '[]')
  return start === undefined || !isBoundary(start) ? null : { start, end }
}

/**
 * Where an absence may stand after a correction of its times, which its local clock decides: one that had ended
 * and begins after that begins anew.
 */
const phasesAfter = (
  { phase, boundaries: known }: AbsenceView,
  boundaries: Boundaries,
  now: EpochMs,
  zones: readonly string[],
): AbsenceView['phase'][] =>
  zones.map((zone) => {
    const span = spanIn(boundaries, zone)
    if (span.start > now) return 'upcoming'
    if (phase !== 'ended' || isNever(span)) return phase
    const before = boundariesIn(known)
    const over = before === null ? null : spanIn(before, zone)
    if (over !== null && span.start > over.start && span.start >= (over.end ?? now))
      return 'upcoming'
    return span.end === null || span.end > now ? 'started' : phase
  })

/** Whether an absence ended so long ago that a correction brings it back as a new one. */
const isForgotten = (
  phase: AbsenceView['phase'],
  boundaries: string | null,
  now: string,
): boolean => {
  const [, end] = JSON.parse(boundaries ?? '[]')
  return phase === 'ended' && end != null && Date.parse(end.date) < epochMs(now) - 2 * day
}

const before = {
  'attendance.absence-started': ['upcoming'],
  'attendance.absence-ended': ['started'],
  'attendance.absence-withdrawn': ['started'],
  'attendance.absence-amended': ['started', 'ended'],
} as const

/** Whether a subscriber knows of an absence that is still to come. */
export const isPutOff = ({ phase, boundaries }: AbsenceView): boolean =>
  phase === 'upcoming' && boundaries !== null

/** A zone by its first name: which of them an event has says nothing. */
const nameOf = (zone: unknown): string | null =>
  typeof zone === 'string' ? firstNameOf(zone) : null

/**
 * By which zone's clock an absence goes: by that with which it starts, and another only once that is told.
 * @param before by which it went, as far as is known
 * @throws {Error} that says what contradicts what
 */
const zoneAfter = (before: string | null, { type, data }: AbsenceEvent): string | null => {
  const zone = nameOf(data.absence.timeZone)
  if (before === null || type === 'attendance.absence-started') return zone
  const change = 'changes' in data && data.changes.find(({ field }) => field === 'timeZone')
  const told = change
    ? { before: nameOf(change.before), after: nameOf(change.after) }
    : { before, after: before }
  if (change && told.before === told.after) throw new Error(`${type} has one zone by two names`)
  if (told.before !== before || told.after !== zone)
    throw new Error(`${type} is by the clock of ${zone} after ${before}`)
  return zone
}

/**
 * What a subscriber knew of one absence, step by step; where a correction leaves open how it
 * stands, all that it may be.
 * @throws {Error} that says what contradicts what
 */
export const absenceStory = (
  told: readonly OfAbsence[],
  zones: readonly string[],
  isBaselined: boolean,
): AbsenceView[][] => {
  const first = told[0]?.event.type
  const isSilent = isBaselined && first !== 'attendance.absence-started'
  const story: AbsenceView[][] = [[{ phase: isSilent ? null : 'upcoming', boundaries: null }]]
  let zone: string | null = null
  for (const { event } of told) {
    zone = zoneAfter(zone, event)
    const allowed: readonly string[] = before[event.type]
    const views = (story.at(-1) ?? []).filter(
      ({ phase, boundaries }) =>
        phase === null ||
        allowed.includes(phase) ||
        // What was told as started and then put off may be put off again, or never come.
        (isPutOff({ phase, boundaries }) && event.type !== 'attendance.absence-ended') ||
        (event.type === 'attendance.absence-started' &&
          (phase === 'withdrawn' || isForgotten(phase, boundaries, event.recordedtime))),
    )
    if (views.length === 0)
      throw new Error(`${event.type} cannot follow ${JSON.stringify(story.at(-1))}`)
    if (event.type === 'attendance.absence-amended')
      for (const { field, before: was } of event.data.changes) {
        const known = views[0]?.boundaries
        if (known == null || (field !== 'start' && field !== 'end')) continue
        const [start, end] = JSON.parse(known)
        if (asWritten(field === 'start' ? start : end) !== asWritten(was))
          throw new Error(`${field} was not ${JSON.stringify(was)}`)
      }
    const next = views.flatMap((view) => following(view, event, zones))
    story.push([...new Map(next.map((view) => [JSON.stringify(view), view])).values()])
  }
  return story
}

const following = (
  view: AbsenceView,
  event: AbsenceEvent,
  zones: readonly string[],
): AbsenceView[] => {
  const { start, end } = event.data.absence
  const boundaries = boundariesOf({ start, end })
  if (event.type === 'attendance.absence-started') return [{ phase: 'started', boundaries }]
  if (event.type === 'attendance.absence-ended') return [{ phase: 'ended', boundaries }]
  if (event.type === 'attendance.absence-withdrawn') return [{ phase: 'withdrawn', boundaries }]
  if (!isBoundary(start) || (end !== null && !isBoundary(end))) return [{ ...view, boundaries }]
  return phasesAfter(view, { start, end }, epochMs(event.recordedtime), zones).map((phase) => ({
    phase,
    boundaries,
  }))
}
