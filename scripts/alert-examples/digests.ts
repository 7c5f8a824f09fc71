import { digestMessage } from '../../lib/alerts/digests/digest-message.ts'
import { rollCallOf } from '../../lib/alerts/digests/roll-call-message.ts'
import { Digest } from '../../lib/alerts/rules/alert-settings.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import type { Message } from '../../lib/alerts/wording/message.ts'
import {
  type EmployeeState,
  type KnownAbsence,
  type KnownClocking,
  newEmployee,
} from '../../lib/attendance/state/state.ts'
import type { Show } from '../../lib/routing/where.ts'
import { type CastMember, cast, friday, id, london, morning, thursday } from './cast.ts'

const tracked = {
  revision: 0,
  missingSince: null,
  former: [],
  doubted: [],
  keptUntil: null,
  raised: [],
}

type Known = {
  since?: string
  breaks?: KnownClocking['breaks']
  zone?: string
  away?: KnownAbsence
}

/** What is known of somebody. */
const state = (
  person: CastMember,
  { since, breaks = [], zone = london, away }: Known,
): EmployeeState => {
  const { id: employeeId, ...profile } = person
  const clocking = since && {
    start: since,
    end: null,
    startTimeZone: zone,
    endTimeZone: zone,
    breaks,
  }
  return {
    ...newEmployee(
      employeeId,
      { ...profile, employmentStart: null, employmentEnd: null },
      '2026-11-19T00:00:00Z',
    ),
    seen: true,
    timeZone: zone,
    clockings: clocking ? { [id(50)]: { ...tracked, phase: 'present', known: clocking } } : {},
    absences: away ? { [id(60)]: { ...tracked, phase: 'started', known: away } } : {},
  }
}

const date = (text: string) => ({ $type: 'LocalDate' as const, date: text })
const holiday = (start: string, end: string): KnownAbsence => ({
  $type: 'Holiday',
  start: date(start),
  end: date(end),
})
const sickness = (start: string, expected: string): KnownAbsence => ({
  $type: 'Sickness',
  start: date(start),
  end: null,
  estimatedReturn: { date: expected },
})

const { yuki, yael, siobhan, ada, tomas, wei, olek, noor, lars, maria, otherMaria, mere } = cast
const at = (time: string, day = friday) => `${day}T${time}:00Z`

const offAllDay = [
  state(yael, { away: holiday('2026-11-18', '2026-11-24') }),
  state(siobhan, { away: sickness(friday, '2026-11-23') }),
  state(olek, { away: sickness('2026-11-16', thursday) }),
  state(ada, {
    away: {
      $type: 'Toil',
      start: { $type: 'LocalDatePart', date: friday, datePart: 'SecondHalf' },
      end: date(friday),
    },
  }),
]
const longIn = state(wei, { since: at('08:04', thursday) })
const ofTomas = holiday(thursday, '2026-11-22')

/** As it was when the time clock was last heard, before others came and a holiday was withdrawn. */
const early = [
  ...offAllDay,
  longIn,
  state(yuki, { since: at('06:00') }),
  state(tomas, { away: ofTomas }),
  state(noor, { away: holiday(friday, '2026-11-24') }),
  state(lars, { away: holiday(thursday, '2026-11-24') }),
]
const lastHeard = at('06:12')

const later = [
  ...offAllDay,
  longIn,
  state(yuki, {
    since: at('06:00'),
    breaks: [{ id: id(70), start: at('08:20'), end: null }],
  }),
  state(tomas, { since: at('08:15'), away: ofTomas }),
  state(noor, { away: holiday(friday, '2026-11-25') }),
  state(lars, {}),
  state(maria, { since: at('07:55') }),
  state(otherMaria, { since: at('08:10') }),
  state(mere, { since: at('07:30'), zone: 'Pacific/Auckland' }),
]

const saved = (employees: EmployeeState[]) => ({ employees, shards: [], uncertain: 0 })

const digest = (show: Show) =>
  Digest.parse({
    name: 'morning',
    at: '08:30',
    slack: ['office'],
    include: ['off-today', 'in-now', 'open-clockings', 'returning-tomorrow'],
    show,
  })

const now = Date.parse(morning)
const reading = { now, zone: london }
const asking = {
  now,
  workday: { timeZone: london, midday: '12:30' },
  tooLongHours: 14,
  show: 'opaque' as const,
  zone: london,
  workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
}
const fresh = { asOf: Date.parse(at('08:29')), isStale: false }
const stale = { asOf: Date.parse(lastHeard), isStale: true }

/** A digest of a Friday morning; of the same while nothing was heard for two hours; of nobody. */
export const exampleDigest = (kind: 'fresh' | 'stale' | 'empty', show: Show): Message => {
  const people = { fresh: later, stale: early, empty: [] }[kind]
  const freshness = kind === 'stale' ? stale : fresh
  const message = digestMessage(digest(show), saved(people), freshness, asking, english, reading)
  return message ?? { headline: [], sections: [] }
}

/** A roll call of the same people. */
export const exampleRollCall = (): Message =>
  rollCallOf(saved(later), fresh, asking, english, reading).message
