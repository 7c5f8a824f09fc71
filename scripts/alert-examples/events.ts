import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { cast, friday, thursday } from './cast.ts'
import { aBreak, absence, clocking, date, of, type SentExample } from './make-event.ts'

const holiday = { $type: 'Holiday', displayName: 'Annual leave' }
const toil = { $type: 'Toil', displayName: 'TOIL' }
const sickness = {
  $type: 'Sickness',
  displayName: 'Sickness',
  reason: { id: 4, description: 'Migraine' },
  isCertified: true,
}
const employment = { employment: { start: friday, end: null } }

const { amina, jurgen, yuki, yael, siobhan, tomas, wei, priya, olek } = cast
const { noor, femi, lars, ivo, ada, maria, otherMaria } = cast
const at = (time: string, day = friday) => `${day}T${time}:00Z`
const [six, noon] = [at('06:00'), aBreak(at('12:01'), at('12:31'))]
const forgotten = at('08:04', thursday)

/** One event of each type, or some more where they read differently. */
export const sentExamples: SentExample[] = [
  of('clocked-in', amina, at('09:02'), clocking(amina, at('09:02'))),
  of(
    'clocked-out',
    amina,
    at('17:31'),
    clocking(amina, at('09:02'), at('17:31'), [aBreak(at('12:30'), at('13:00'))]),
  ),
  of(
    'clocked-out',
    jurgen,
    at('06:02'),
    clocking(jurgen, at('21:58', thursday), at('06:02'), [], 'Europe/Berlin'),
    { title: 'clocked-out, a night shift over midnight' },
  ),
  of('break-started', yuki, at('12:01'), {
    ...clocking(yuki, six),
    break: aBreak(at('12:01'), null),
  }),
  of('break-ended', yuki, at('12:31'), { ...clocking(yuki, six), break: noon }),
  of('clocking-amended', amina, at('17:40'), {
    ...clocking(amina, at('09:00', thursday), at('17:00', thursday)),
    changes: [{ field: 'end', before: at('17:31', thursday), after: at('17:00', thursday) }],
  }),
  of(
    'clocking-removed',
    yael,
    at('09:10'),
    clocking(yael, at('09:00', '2026-11-17'), at('17:00', '2026-11-17')),
  ),
  of('absence-started', noor, at('00:00'), absence(noor, friday, '2026-11-24', holiday), {
    title: 'absence-started, a holiday',
  }),
  of('absence-started', siobhan, at('00:00'), absence(siobhan, friday, null, sickness), {
    title: 'absence-started, a sickness',
  }),
  of('absence-ended', femi, at('00:00'), absence(femi, thursday, thursday, toil)),
  of('absence-amended', noor, at('08:10'), {
    ...absence(noor, friday, '2026-11-25', holiday),
    changes: [{ field: 'end', before: date('2026-11-24'), after: date('2026-11-25') }],
  }),
  of('absence-withdrawn', lars, at('08:12'), absence(lars, thursday, '2026-11-24', holiday)),
  of('employee-joined', otherMaria, at('08:00'), employment),
  of('employee-changed', jurgen, at('08:00'), {
    ...employment,
    changes: [{ field: 'jobTitle', before: 'Porter', after: 'Head porter' }],
  }),
  of('employee-left', ivo, at('08:00'), employment),
  of('clocking-overdue', wei, at('22:04', thursday), clocking(wei, forgotten)),
  of('clocking-overdue', wei, at('22:04', thursday), clocking(wei, forgotten), {
    seen: at('06:12'),
    title: 'clocking-overdue, seen only after a night without answers',
  }),
  of('break-overdue', priya, at('14:01'), {
    ...clocking(priya, at('08:50')),
    break: aBreak(at('12:01'), null),
  }),
  of('clocked-in-while-absent', tomas, at('08:45'), {
    ...clocking(tomas, at('08:15')),
    ...absence(tomas, thursday, '2026-11-22', holiday),
  }),
  of(
    'return-overdue',
    olek,
    '2026-11-19T23:59:59.999Z',
    {
      ...absence(olek, '2026-11-16', null, sickness),
      estimatedReturn: '2026-11-19T23:59:59.999Z',
      expected: { date: thursday, time: null },
    },
    { seen: at('00:00') },
  ),
]

const eventsOf = (all: readonly SentExample[]): AttendanceEvent[] => all.map(({ event }) => event)

/** What happens within five minutes at half past twelve, two people of one name among it. */
export const atNoon: AttendanceEvent[] = eventsOf([
  of('break-started', amina, at('12:30'), {
    ...clocking(amina, at('09:02')),
    break: aBreak(at('12:30'), null),
  }),
  of('clocked-out', ada, at('12:30'), clocking(ada, at('08:58'), at('12:30'))),
  of('break-ended', yuki, at('12:31'), { ...clocking(yuki, six), break: noon }),
  of('break-started', maria, at('12:32'), {
    ...clocking(maria, at('07:55')),
    break: aBreak(at('12:32'), null),
  }),
  of('break-started', otherMaria, at('12:33'), {
    ...clocking(otherMaria, at('08:10')),
    break: aBreak(at('12:33'), null),
  }),
])

/** A Thursday that a device sent on Friday morning. */
export const ofThursday: AttendanceEvent[] = eventsOf([
  of('clocked-in', ada, at('09:01', thursday), clocking(ada, at('09:01', thursday))),
  of(
    'clocked-out',
    ada,
    at('17:02', thursday),
    clocking(ada, at('09:01', thursday), at('17:02', thursday)),
  ),
  of(
    'clocked-out',
    amina,
    at('17:31', thursday),
    clocking(amina, at('09:00', thursday), at('17:31', thursday)),
  ),
])

/** The end of the clocking that was overdue. */
export const settled = of('clocked-out', wei, at('09:40'), clocking(wei, forgotten, at('09:40')))

/** What was told as removed and as withdrawn, and is there again. */
export const back: readonly SentExample[] = [
  of(
    'clocked-in',
    yael,
    at('09:00', '2026-11-17'),
    clocking(yael, at('09:00', '2026-11-17'), at('17:00', '2026-11-17')),
    { seen: at('09:40') },
  ),
  of(
    'absence-started',
    lars,
    at('00:00', thursday),
    absence(lars, thursday, '2026-11-24', holiday),
    {
      seen: at('09:40'),
    },
  ),
]
