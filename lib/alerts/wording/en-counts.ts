import { plural } from './en-units.ts'
import type { Count } from './wording.ts'

const people = (count: number): string => plural(count, 'person', 'people')
const clockings = (count: number): string => plural(count, 'clocking')
const absences = (count: number): string => plural(count, 'absence')
const was = (count: number): string => (count === 1 ? 'was' : 'were')
const has = (count: number): string => (count === 1 ? 'has' : 'have')
const is = (count: number): string => (count === 1 ? 'is' : 'are')

const startedText = ({ events, people: away, isToday }: Count): string =>
  isToday ? `${people(away)} ${is(away)} away today` : `${absences(events)} began`

/** What is said of how many: `9 people are away today`, `1 clocking was removed`. */
const texts: Record<Count['kind'], (count: Count) => string> = {
  'all-clear': ({ events }) => plural(events, 'all-clear'),
  'clocked-in': (count) => `${people(count.people)} clocked in`,
  'clocked-out': (count) => `${people(count.people)} clocked out`,
  'break-started': (count) => `${people(count.people)} went on a break`,
  'break-ended': (count) => `${people(count.people)} came back from a break`,
  'clocking-amended': ({ events }) => `${clockings(events)} ${was(events)} corrected`,
  'clocking-removed': ({ events }) => `${clockings(events)} ${was(events)} removed`,
  'absence-started': startedText,
  'absence-ended': ({ events }) => `${absences(events)} ${has(events)} ended`,
  'absence-amended': ({ events }) => `${absences(events)} ${was(events)} changed`,
  'absence-withdrawn': ({ events }) => `${absences(events)} ${was(events)} withdrawn`,
  'employee-joined': (count) => `${people(count.people)} ${has(count.people)} joined`,
  'employee-changed': (count) => `details of ${people(count.people)} have changed`,
  'employee-left': (count) => `${people(count.people)} ${has(count.people)} left`,
  'clocking-overdue': (count) =>
    `${people(count.people)} ${has(count.people)} been clocked in for too long`,
  'break-overdue': (count) =>
    `${people(count.people)} ${has(count.people)} been on a break for too long`,
  'clocked-in-while-absent': (count) => `${people(count.people)} clocked in although away`,
  'return-overdue': (count) =>
    `${people(count.people)} ${was(count.people)} expected back and ${is(count.people)} still away`,
}

/** A count as a sentence that can stand alone, or between commas. */
export const countText = (count: Count): string => texts[count.kind](count)
