import type { Outcome } from '../../../lib/alerts/sending/outlet.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import type { Mailing } from '../../../lib/alerts/wording/message.ts'
import { plainText } from '../../../lib/alerts/wording/plain-text.ts'
import type { AttendanceEvent, DataOf } from '../../../lib/attendance/events/events.ts'
import { epochMs, minute, second, utc } from '../../../lib/attendance/moments.ts'
import { anId } from '../../harness/builders.ts'
import type { AlertWorld } from './alert-world.ts'
import { amina, anEvent, clocking } from './events.ts'
import { nine } from './morning.ts'

/** Days of a few people at a destination that has troubles; all times are minutes past nine. */

/** The names of what happens to a clocking, in its order; whatever of it has happened, it may be removed after that. */
export const parts = ['clocked-in', 'break-started', 'break-ended', 'clocked-out'] as const
export const removed = 'clocking-removed'
export type Part = (typeof parts)[number] | typeof removed

/** One thing that is to be told: a part of a person's clocking, and when it was seen. */
export type Thing = { person: number; part: Part; seenAt: number }

/** How a destination answers what it does not take. */
export type Answer = 'fails' | 'hangs' | 'throttles' | 'refuses'
/** That it does so for a time; at one person alone, or at everything. */
export type Trouble = { from: number; to: number; how: Answer; person?: number }

export type Day = {
  to: 'slack' | 'email'
  /** For how long its rule gathers, in seconds. */
  group: number
  things: Thing[]
  troubles: Trouble[]
  /** Whether an operator moves back what is in the dead letters, once all troubles are over. */
  moveBack: boolean
}
export type Told = Pick<Thing, 'person' | 'part'> & { at: number }

const start = epochMs(nine)
const momentOf = (minutes: number): string => utc(start + Math.round(minutes * minute))

/** The event of a thing, after what was seen of that person before. */
const eventOf = ({ person, part, seenAt }: Thing, earlier: readonly Thing[]): AttendanceEvent => {
  const seen = [...earlier, { person, part, seenAt }]
  const timeOf = (of: Part): string | null => {
    const at = seen.find((each) => each.part === of)?.seenAt
    return at === undefined ? null : momentOf(at)
  }
  const [breakStart, breakEnd] = [timeOf('break-started'), timeOf('break-ended')]
  const pause = { id: anId(person, 2), start: breakStart ?? '', end: breakEnd }
  const employee = { ...amina, id: anId(person), givenName: `Person${person}`, familyName: 'Test' }
  const ofIts: DataOf<'clocked-in'>['clocking'] = {
    ...clocking,
    id: anId(person, 1),
    employeeId: employee.id,
    start: timeOf('clocked-in') ?? nine,
    end: timeOf('clocked-out'),
    breaks: breakStart === null ? [] : [pause],
  }
  const sequence = seen.length
  return anEvent(
    part,
    { employee, clocking: ofIts, ...(part.startsWith('break') && { break: pause }) },
    { time: momentOf(seenAt), id: anId(person * 100 + sequence, 9), sequence },
  )
}

const sentences: readonly (readonly [RegExp, Part])[] = [
  [/ clocked in/, 'clocked-in'],
  [/ came back from a break/, 'break-ended'],
  [/ went on a break/, 'break-started'],
  [/ clocked out/, 'clocked-out'],
  [/ removed/, removed],
]

/** What a message tells of whom. */
const toldIn = (mailing: Mailing): Pick<Thing, 'person' | 'part'>[] =>
  mailing.messages
    .flatMap(({ headline, sections }) => {
      const lines = sections.flatMap((section) => section.lines)
      return lines.length === 0 ? [headline] : lines
    })
    .flatMap((line) => {
      const text = plainText(line, english)
      const person = /Person(\d+)/.exec(text)?.[1]
      const part = sentences.find(([pattern]) => pattern.test(text))?.[1]
      return person === undefined || part === undefined ? [] : [{ person: Number(person), part }]
    })

const outcomes: Record<Answer, Outcome> = {
  fails: { kind: 'failed', reason: 'HTTP 500' },
  hangs: { kind: 'failed', reason: 'no answer' },
  throttles: { kind: 'throttled', retryAfter: 30 * second },
  refuses: { kind: 'refused', reason: 'invalid_blocks' },
}
/** How long what hangs is waited for, where nobody says otherwise, in milliseconds. */
const patience = { slack: 10 * second, email: 15 * second }

/** How long all may take after the last trouble, in minutes. */
const afterwards = 8 * 60

/** Lets a day pass, and eight hours more, or sixteen where something is moved back; what was told when, and what went to the dead letters. */
export const pass = async (
  world: AlertWorld,
  { to, things, troubles, moveBack }: Omit<Day, 'group'>,
): Promise<{ told: Told[]; letters: Told[] }> => {
  const told: Told[] = []
  const minutesNow = () => (world.now() - start) / minute
  const outlet = world.ports.outlets[to]
  world.ports.outlets[to] = {
    ...outlet,
    send: async (_name, mailing, _known, within) => {
      const said = toldIn(mailing)
      const at = minutesNow()
      const trouble = troubles.find(
        ({ from, to: until, person }) =>
          at >= from &&
          at < until &&
          (person === undefined || said.some((each) => each.person === person)),
      )
      if (trouble === undefined) {
        told.push(...said.map((each) => ({ ...each, at })))
        return { kind: 'sent' }
      }
      if (trouble.how === 'hangs') await world.ports.sleep(within ?? patience[to])
      return outcomes[trouble.how]
    },
  }
  const letters: Told[] = []
  const { deadLetter } = world.ports
  world.ports.deadLetter = async (letter) => {
    for (const { event } of letter.waiting) {
      const { data, type } = JSON.parse(event) as AttendanceEvent
      const person = Number(data.employee.givenName.slice('Person'.length))
      letters.push({ person, part: type.slice('attendance.'.length) as Part, at: minutesNow() })
    }
    await deadLetter(letter)
  }
  for (const [n, thing] of things.entries())
    world.publish(
      eventOf(
        thing,
        things.slice(0, n).filter(({ person }) => person === thing.person),
      ),
    )
  const last = Math.max(...things.map(({ seenAt }) => seenAt), ...troubles.map((each) => each.to))
  await world.run(momentOf(last + afterwards))
  if (moveBack) {
    for (const { body } of world.dead.splice(0)) world.publishAt(body, utc(world.now()))
    await world.run(momentOf(last + 2 * afterwards))
  }
  return { told, letters }
}
