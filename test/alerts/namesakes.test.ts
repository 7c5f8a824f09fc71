import { expect, test } from 'vitest'
import { digestMessage } from '../../lib/alerts/digests/digest-message.ts'
import { rollCallOf } from '../../lib/alerts/digests/roll-call-message.ts'
import { mailLines } from '../../lib/alerts/email/render.ts'
import { Digest } from '../../lib/alerts/rules/alert-settings.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../lib/alerts/wording/group-message.ts'
import type { Message } from '../../lib/alerts/wording/message.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { anId, aProfile } from '../harness/builders.ts'
import { amina, anEvent, clocking } from './support/events.ts'
import { asking, away, clockedIn, date, now } from './support/staff.ts'

const reading = { now: Date.parse('2026-11-20T09:30:00Z'), zone: 'Europe/London' }
const linesOf = (message: Message | null): string[] =>
  message === null
    ? []
    : mailLines(message, english).flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))

type Person = typeof amina
const told = (...people: Person[]): string[] => {
  const events = people.map((employee, n) =>
    anEvent('clocked-in', { employee, clocking }, { id: anId(n, 9) }),
  )
  return linesOf(groupMessage({ events, isStale: false }, english, reading))
}
const namesake = { ...amina, id: anId(2), externalReference: 'HR-0043' }
const other = { ...amina, id: anId(3), givenName: 'Ada' }

test.each<[string, Person, string, string]>([
  ['job titles', { ...namesake, jobTitle: 'Porter' }, 'Nurse', 'Porter'],
  ['references, where they do the same', namesake, 'HR-0042', 'HR-0043'],
  ['ids, where nothing else differs', { ...amina, id: anId(2) }, anId(1), anId(2)],
])('two people of one name in a message are told apart by their %s', (_by, second, one, two) => {
  expect(told(amina, second, other)).toEqual([
    "Ada O'Neill clocked in at 09:02",
    `Amina O'Neill (${one}) clocked in at 09:02`,
    `Amina O'Neill (${two}) clocked in at 09:02`,
  ])
})

test('two messages about one person say the name alone, and so does one about several people', () => {
  expect(told(amina, amina, other).join()).not.toContain('(')
})

test('a job that is told in any case is not told twice', () => {
  const joined = (employee: Person, n: number) =>
    anEvent(
      'employee-joined',
      { employee, employment: { start: null, end: null } },
      { id: anId(n, 9) },
    )
  const say = (second: Person) =>
    linesOf(
      groupMessage(
        { events: [joined(amina, 1), joined(second, 2)], isStale: false },
        english,
        reading,
      ),
    )
  expect(say({ ...namesake, jobTitle: 'Porter' })).toEqual([
    "Amina O'Neill (Nurse) has joined",
    "Amina O'Neill (Porter) has joined",
  ])
  expect(say(namesake)).toEqual([
    "Amina O'Neill (Nurse, HR-0042) has joined",
    "Amina O'Neill (Nurse, HR-0043) has joined",
  ])
})

const staff = (n: number, state: EmployeeState): EmployeeState => ({
  ...state,
  employeeId: anId(n),
  profile: { ...aProfile, givenName: 'A', familyName: 'Silva', externalReference: `HR-${n}` },
})
const saved = {
  employees: [
    staff(1, clockedIn('Silva', { start: '2026-11-20T07:00:00Z' })),
    staff(
      2,
      away('Silva', { $type: 'Holiday', start: date('2026-11-20'), end: date('2026-11-20') }),
    ),
  ],
  shards: [],
  uncertain: 0,
}
const fresh = { asOf: now, isStale: false }

test('namesakes are told apart over all the lists of a digest', () => {
  const digest = Digest.parse({
    name: 'morning',
    at: '08:30',
    slack: ['x'],
    include: ['off-today', 'in-now', 'returning-tomorrow'],
  })
  expect(
    linesOf(digestMessage(digest, saved, fresh, asking, english, { ...reading, now })),
  ).toEqual(['A Silva (HR-2)', 'A Silva (HR-1, since 07:00)', 'A Silva (HR-2)'])
})

test('namesakes are told apart in a roll call', () => {
  const two = staff(3, clockedIn('Silva', { start: '2026-11-20T08:00:00Z' }))
  const both = { ...saved, employees: [...saved.employees, two] }
  const { message } = rollCallOf(both, fresh, asking, english, { ...reading, now })
  expect(linesOf(message)).toEqual(['A Silva (HR-1, since 07:00)', 'A Silva (HR-3, since 08:00)'])
})
