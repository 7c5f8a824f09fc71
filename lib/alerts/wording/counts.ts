import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { nameOfType } from '../../routing/matching.ts'
import { localDate, type Reading } from './phrase.ts'
import type { AlertWording, Count } from './wording.ts'

/** Events, and which of them put an end to something overdue, or show that something is there after all, by their ids. */
export type Counted = {
  events: readonly AttendanceEvent[]
  allClear?: ReadonlySet<string>
  back?: ReadonlySet<string>
}

/** What asks for somebody's attention is said before everything else, and left out for nothing else. */
export const attention: readonly Count['kind'][] = [
  'clocked-in-while-absent',
  'return-overdue',
  'clocking-overdue',
  'break-overdue',
  'all-clear',
]
/** What is rarer by its nature comes first, where there are as many of two kinds. */
const byRarity: readonly Count['kind'][] = [
  ...attention,
  'clocking-removed',
  'absence-withdrawn',
  'clocking-amended',
  'absence-amended',
  'employee-left',
  'employee-joined',
  'employee-changed',
  'absence-started',
  'absence-ended',
  'clocked-in',
  'clocked-out',
  'break-started',
  'break-ended',
]

const rarestFirst = (a: Count, b: Count): number =>
  Number(attention.includes(b.kind)) - Number(attention.includes(a.kind)) ||
  (attention.includes(a.kind) ? 0 : a.events - b.events) ||
  byRarity.indexOf(a.kind) - byRarity.indexOf(b.kind)

/** Whether an event is of a day, for an absence by its own local date. */
const isOf = (today: string, { data, time }: AttendanceEvent, { zone }: Reading): boolean => {
  if ('absence' in data && 'date' in data.absence.start) return data.absence.start.date === today
  return localDate(Date.parse(time), zone).toString() === today
}

const countsOf = ({ events, allClear }: Counted, reading: Reading): Count[] => {
  const today = localDate(reading.now, reading.zone).toString()
  const kindOf = (event: AttendanceEvent) =>
    allClear?.has(event.id) ? ('all-clear' as const) : nameOfType(event)
  return [...Map.groupBy(events, kindOf)]
    .map(([kind, all]) => ({
      kind,
      events: all.length,
      people: new Set(all.map(({ subject }) => subject)).size,
      isToday: all.every((event) => isOf(today, event, reading)),
    }))
    .sort(rarestFirst)
}

/**
 * How many of each kind, in texts that can stand alone, what is rare and what asks for attention
 * first: `1 person clocked in although away`, `12 people clocked in`.
 */
export const countTexts = (counted: Counted, wording: AlertWording, reading: Reading): string[] =>
  wording.counts(countsOf(counted, reading))
