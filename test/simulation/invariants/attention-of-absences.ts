import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { type EpochMs, epochMs, minute, utc } from '../oracle/moments.ts'
import type { Person } from '../organisation/history.ts'
import { asWritten, isNever, type Span, spansOf, zonesOf } from './absence-story.ts'
import { enoughLooks } from './attention-told.ts'
import type { Context, Invariant } from './context.ts'
import { firstMoment, firstMomentAfter } from './local-moments.ts'

/** Something that calls for attention by what an answer shows, and from when on: by the first clock, and by the last. */
type Due = { key: string; what: string; from: EpochMs; at: EpochMs }

const isClocking = (record: object): record is Clocking => 'startTimeZone' in record
const isAbsence = (record: object): record is Absence => 'displayName' in record

const recordsIn = ({ answers }: Look): object[] => [
  ...new Map(answers.flatMap(({ records }) => [...records])).values(),
]

const isGood = ({ isSure, isSettled, isWhole, answers }: Look): boolean =>
  isSure &&
  isSettled &&
  isWhole &&
  answers.every(({ lag, hidden }) => lag === 0 && hidden.size === 0)

/** Whether an absence has begun, by all clocks. */
const hasBegun = (spans: readonly Span[], { from }: Look, tolerance: number): boolean =>
  spans.every((span) => !isNever(span) && span.start + tolerance < from)

/** When it is over by the first clock. */
const overBy = (spans: readonly Span[]): EpochMs =>
  Math.min(...spans.map(({ end }) => end ?? Number.POSITIVE_INFINITY))

/**
 * From when on somebody has been in for too long though absent, at the latest: where the absence begins with a day, a shift from before it
 * has until midday.
 */
const tooLongIn = (clocking: Clocking, { start }: Absence, zone: string): EpochMs => {
  const came = epochMs(clocking.start)
  const begun = firstMoment(start, zone)
  const day = firstMoment({ $type: 'LocalDate', date: start.date }, zone)
  const midday = { $type: 'LocalDatePart', date: start.date, datePart: 'SecondHalf' } as const
  if (came >= begun) return came
  return begun === day ? firstMoment(midday, zone) : begun
}

/** When somebody who is ill and of whom a return is expected should be back, at the latest. */
const backBy = (absence: Absence, zone: string): EpochMs | null => {
  if (absence.$type !== 'Sickness' || absence.end !== null) return null
  const { estimatedReturn } = absence
  if (estimatedReturn === null) return null
  const { date, time } = estimatedReturn
  return time == null
    ? firstMomentAfter({ $type: 'LocalDate', date }, zone)
    : firstMoment({ $type: 'LocalDateTime', date, time }, zone)
}

/** What calls for attention by the answers of one poll. */
const dueIn = (
  { plan, tolerance }: Context,
  person: Person,
  ofAbsences: Look,
  ofClockings: Look | undefined,
): Due[] => {
  const zones = zonesOf(person, plan.homeZone)
  const all = plan.deployments.map(({ deployment }) => deployment.rules)
  const grace = Math.max(...all.map(({ attention }) => attention.absenceGraceMinutes)) * minute
  const begun = recordsIn(ofAbsences)
    .filter(isAbsence)
    .filter((absence) => hasBegun(spansOf(absence, zones), ofAbsences, tolerance))
  const open = (ofClockings === undefined ? [] : recordsIn(ofClockings))
    .filter(isClocking)
    .filter(({ end }) => end === null)
  return begun.flatMap((absence): Due[] => {
    const written = asWritten([absence.start, absence.end])
    const back = zones.flatMap((zone) => backBy(absence, zone) ?? [])
    const late = {
      key: `return ${absence.id} ${asWritten('estimatedReturn' in absence && absence.estimatedReturn)}`,
      what: `return-overdue of absence ${absence.id}`,
      from: Math.min(...back),
      at: Math.max(...back),
    }
    const both = open.map((clocking) => {
      const tooLong = zones.map((zone) => tooLongIn(clocking, absence, zone))
      return {
        key: `in ${clocking.id} ${clocking.start} ${absence.id} ${written}`,
        what: `clocked-in-while-absent of clocking ${clocking.id} and absence ${absence.id}`,
        from: Math.min(...tooLong),
        at: Math.max(...tooLong) + grace,
      }
    })
    return [
      ...(back.length > 0 && all.every(mayTellOfReturns) ? [late] : []),
      // It may be over by the poll that shows both.
      ...(all.every(({ attention }) => attention.clockedInWhileAbsent)
        ? both.filter(({ at }) => at + tolerance < overBy(spansOf(absence, zones)))
        : []),
    ]
  })
}

type Rules = Context['plan']['deployments'][number]['deployment']['rules']

/** That somebody should be back says that they are ill. */
const mayTellOfReturns = ({ attention, privacy }: Rules): boolean =>
  attention.returnOverdue && privacy.absences !== 'opaque'

/** What was told of somebody, as it is called above. */
const raisedOf = ({ toldOf }: Context, employeeId: string): Set<string> =>
  new Set(
    toldOf(employeeId).flatMap(({ event }) => {
      if (event.type === 'attendance.return-overdue')
        return [`return-overdue of absence ${event.data.absence.id}`]
      if (event.type !== 'attendance.clocked-in-while-absent') return []
      const { clocking, absence } = event.data
      return [`clocked-in-while-absent of clocking ${clocking.id} and absence ${absence.id}`]
    }),
  )

/** Who is in though absent, or is not back when expected, by several sure answers, one after the other, is told of. */
export const absenceAttentionTold: Invariant = function* (context) {
  const { people, looks, toldOf, baselineAt, tolerance } = context
  for (const person of people) {
    const employeeId = person.id
    if (toldOf(employeeId).some(({ event }) => event.type === 'attendance.employee-left')) continue
    const raised = raisedOf(context, employeeId)
    const clockings = new Map(
      (looks.clockings.get(employeeId) ?? []).map((each) => [each.poll.process, each]),
    )
    const times = new Map<string, number>()
    for (const look of looks.absences.get(employeeId) ?? []) {
      const shownBeside = clockings.get(look.poll.process)
      // What called for it before the first run is no news, nor is it once the times of the absence are corrected: an answer shows
      // that which is put to use, whatever else it lacks.
      for (const { what, from } of dueIn(context, person, look, shownBeside))
        if (from <= baselineAt + tolerance) raised.add(what)
      if (!isGood(look)) continue
      const beside = shownBeside !== undefined && isGood(shownBeside) ? shownBeside : undefined
      const all = dueIn(context, person, look, beside)
      const due = all.filter(
        ({ at }) => at + tolerance < Math.min(look.from, beside?.from ?? look.from),
      )
      for (const key of times.keys())
        if (
          !due.some((each) => each.key === key) &&
          (beside !== undefined || key.startsWith('return'))
        )
          times.delete(key)
      for (const { key, what, at } of due) {
        const count = (times.get(key) ?? 0) + 1
        times.set(key, count)
        if (count === enoughLooks && !raised.has(what))
          yield { employeeId, message: `${what} since ${utc(at)} was never told` }
      }
    }
  }
}
