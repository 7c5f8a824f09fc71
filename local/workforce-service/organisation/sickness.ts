import type { Absence, AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import { daysOff, type PlannedAbsence } from './absence-plan.ts'
import { dateBoundary } from './leave.ts'
import { type DayNumber, dateOf, momentAt, timeOf } from './local-time.ts'
import type { Person } from './person.ts'
import { type Draws, idOf } from './random.ts'

type Sickness = Extract<Absence, { $type: 'Sickness' }>

type Reason = Sickness['reason']

const reasons: readonly [Reason, ...Reason[]] = [
  { id: 1, description: 'Cold or flu' },
  { id: 2, description: 'Stomach' },
  { id: 3, description: 'Back pain' },
  { id: 4, description: 'Injury' },
  { id: 5, description: 'Migraine' },
]

/** From this many days on somebody needs a certificate. */
const certifiedFromDays = 4

const lengthFrom = (draws: Draws): number =>
  draws.chance(0.75) ? draws.whole(1, 3) : draws.whole(4, 8)

/** Falling ill: at home before the shift, or in the middle of it. */
const onset = (person: Person, draws: Draws, first: DayNumber) => {
  const { timeZone } = person.habits
  const shift = person.habits.shiftsOn(first)[0]
  const leaves = (shift?.start ?? 0) + draws.whole(90, 200)
  if (shift && draws.chance(0.25) && leaves < 1380) {
    const start: AbsenceBoundary = {
      $type: 'LocalDateTime',
      date: dateOf(first),
      time: timeOf(leaves),
    }
    return { start, at: momentAt(first, leaves, timeZone), leaves }
  }
  const calls = Math.max(0, (shift?.start ?? 480) - draws.whole(15, 80))
  return { start: dateBoundary(first), at: momentAt(first, calls, timeZone), leaves: 0 }
}

/**
 * Sickness of some days. Its end is on record from the start, or not before the return; an
 * estimated return may pass without one.
 */
export const sickness = (person: Person, draws: Draws, first: DayNumber): PlannedAbsence => {
  const length = lengthFrom(draws)
  const last = first + length - 1
  const { start, at, leaves } = onset(person, draws, first)
  const isPaid = draws.chance(0.8)
  const estimate = dateOf(last + 1 + draws.whole(-1, 2))
  const duration = { $type: 'Days', days: length } as const
  const open: Sickness = {
    $type: 'Sickness',
    id: idOf(person.id, 'sickness', start.date),
    employeeId: person.id,
    start,
    end: null,
    displayName: 'Sickness',
    note: '',
    estimatedReturn: draws.chance(0.6) ? { date: estimate, time: null } : null,
    isCertified: false,
    reason: draws.pick(reasons),
    duration: null,
    isPaid,
    paidDuration: null,
  }
  const closed: Sickness = {
    ...open,
    end: dateBoundary(last),
    isCertified: length >= certifiedFromDays,
    duration,
    paidDuration: isPaid ? duration : null,
  }
  const returnsAt = momentAt(last + 1, draws.whole(300, 660), person.habits.timeZone)
  const timeOff = daysOff(first, last)
  timeOff.set(first, { from: leaves, to: 1440 })
  return {
    story: draws.chance(0.4)
      ? [{ at, value: closed }]
      : [
          { at, value: open },
          { at: returnsAt, value: closed },
        ],
    days: [first, last],
    timeOff,
  }
}
