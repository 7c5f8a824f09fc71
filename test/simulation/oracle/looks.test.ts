import { expect, test } from 'vitest'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Person, Version } from '../organisation/history.ts'
import { nothingObserved, type Observed, type Poll } from '../system/observed.ts'
import { type Look, looksOf } from './looks.ts'
import { couldBeKnownGone, isLossDoubtful } from './missing.ts'
import { hour, minute, second } from './moments.ts'
import type { Round } from './rounds.ts'
import type { Served } from './served.ts'

const employeeId = '3f1c9a52-7f0e-4f7a-9a38-64a1f3f4f2d1'
const now = Date.parse('2026-11-20T12:00:00Z')
const at = (moment: number): string => new Date(moment).toISOString()

/** One reading of a listing of two pages. */
const aReading = (process: string, from: number, ids: string[], change: Partial<Served> = {}) => ({
  process,
  operation: 'clockings' as const,
  employeeId,
  range: { from: at(from - 24 * hour), to: at(from) },
  from,
  to: from + second,
  records: new Map(ids.map((id) => [id, { id }])),
  broken: new Set<string>(),
  nameless: new Set<string>(),
  namelessShown: change.nameless?.size ?? 0,
  hidden: new Set<string>(),
  isOverlapping: false,
  slipped: new Set<string>(),
  lag: 0,
  pages: 2,
  isComplete: true,
  failure: null,
  ...change,
})

const outcome: Poll['outcome'] = { kind: 'killed', why: 'crash' }

const aRound = (process: string, startedAt: number, endedAt: number): Round => {
  const deployment = { lookbackHours: 24 } as Poll['deployment']
  const run = { process, startedAt, endedAt, outcome, deployment, shardId: '0001', now: startedAt }
  const poll = { ...run, heldBack: [], isDisturbed: false, askUntil: null, didTopicHang: false }
  return { poll, isSound: false, finishedAt: Number.POSITIVE_INFINITY }
}

const aSave = (process: string, moment: number) => ({
  process,
  at: moment,
  what: `save ${employeeId} in 0001`,
  isTaken: true,
})

/** Polls that read one listing some times each, and saved that person; five minutes apart. */
const looksAt = (polls: Served[][], change: Partial<Observed> = {}) => {
  const observed = { ...nothingObserved(), answers: polls.flat(), ...change }
  const processes = [...new Set(observed.answers.map(({ process }) => process))]
  const rounds = processes.map((process) => {
    const own = observed.answers.filter((each) => each.process === process)
    const from = Math.min(...own.map((each) => each.from))
    observed.written.push(aSave(process, from + minute))
    return aRound(process, from - second, from + 2 * minute)
  })
  return looksOf(observed, rounds, 'clockings').get(employeeId) ?? []
}

test('a listing of several pages that was read once is no answer, whatever was saved after it', () => {
  expect(looksAt([[aReading('poll 1', now, ['a', 'b'])]])).toEqual([])
  expect(looksAt([[aReading('poll 1', now, ['a'], { pages: 1 })]])).toMatchObject([
    { isSure: true, isSettled: true },
  ])
})

test('what is owed begins with the last answer two readings of which agree', () => {
  const twice = (process: string, from: number) => [
    aReading(process, from, ['a', 'b']),
    aReading(process, from, ['a', 'b']),
  ]
  const shifting = [['a', 'b'], ['a'], ['a', 'b'], ['a']].map((ids) =>
    aReading('poll 2', now + 5 * minute, ids),
  )
  const overlapping = [1, 2, 3, 4].map(() =>
    aReading('poll 3', now + 10 * minute, ['a', 'b'], { isOverlapping: true }),
  )
  const looks = looksAt([
    twice('poll 1', now),
    shifting,
    overlapping,
    twice('poll 4', now + 15 * minute),
  ])
  expect(looks.map(({ isSettled }) => isSettled)).toEqual([true, false, false, true])
  expect(looks.at(-1)?.floor).toBe(now + second - 24 * hour)
})

test('what a poll had sent to the table when it was killed makes up its part', () => {
  const body = (n: number) =>
    JSON.stringify({
      id: `event ${n}`,
      subject: employeeId,
      sequence: `${n}`,
      data: {},
      type: 'attendance.clocked-in',
    })
  const startedAt = now - second
  const savedAt = now + 2 * minute + 4
  const deployment = { lookbackHours: 24 } as Poll['deployment']
  const origin = { process: 'poll 1', startedAt, savedAt, deployment }
  const ids = Array.from({ length: 80 }, (_, n) => n)
  const looks = looksAt([[aReading('poll 1', now, ['a'], { pages: 1 })]], {
    origins: new Map(ids.map((n) => [`event ${n}`, origin])),
    deliveries: ids.map((n) => ({
      at: now + 3 * minute,
      message: { body: body(n), attributes: {} },
    })),
  })
  expect(looks).toMatchObject([{ isSure: false }])
})

/** Looks of polls that took so long. */
const taking = (within: number, looks: readonly Look[]): Look[] =>
  looks.map((look) => ({
    ...look,
    poll: { ...look.poll, endedAt: look.poll.startedAt + within },
  }))

test('what is gone is known by polls that had time to look for it everywhere', () => {
  const start = now - hour
  const histories = new Map([['a', [{ from: start, record: null }]]])
  const answers = [0, 20, 40].map((minutes) =>
    aReading(`poll ${minutes}`, now + minutes * minute, [], { pages: 1 }),
  )
  const looks = looksAt([answers])
  const known = (within: number) =>
    couldBeKnownGone(taking(within, looks), answers, start, 'a', histories, second)
  expect(known(50 * second)).toBe(true)
  expect(known(100 * second)).toBe(false)
})

test('what is gone may be what is shown without an id, unless both were shown before', () => {
  const start = now - hour
  const deletedAt = now + 10 * minute
  const aClocking = (id: string) => ({ id, start: at(start), end: null }) as Clocking
  const a = [
    { from: start, record: aClocking('a') },
    { from: deletedAt, record: null },
  ]
  const other = { from: start, record: { ...aClocking('b'), start: at(start - hour) } }
  const [broken, nameless] = [new Set(['b']), new Set(['b'])]
  const readAt = (minutes: number, ids: string[]) =>
    aReading(`poll ${minutes}`, now + minutes * minute, ids, { pages: 1, broken, nameless })
  const known = (answers: Served[], b: Version<Clocking>[] = [other]) => {
    const histories = new Map([
      ['a', a],
      ['b', b],
    ])
    const looks = taking(50 * second, looksAt([answers]))
    return couldBeKnownGone(looks, answers, start, 'a', histories, second)
  }
  const after = [readAt(20, []), readAt(40, [])]
  expect(known(after)).toBe(false)
  expect(known([readAt(0, ['a']), ...after])).toBe(true)
  const corrected = { from: deletedAt, record: { ...other.record, end: at(now) } }
  expect(known([readAt(0, ['a']), ...after], [other, corrected])).toBe(false)
  const readable = aReading('poll 15', now + 15 * minute, ['b'], { pages: 1 })
  expect(known([readAt(0, ['a']), readable, ...after])).toBe(false)
})

test('what is gone may be any record without an id where another one has its times', () => {
  const start = now - hour
  const aClocking = (id: string) => ({ id, start: at(start), end: null }) as Clocking
  const booking = { from: start, record: { ...aClocking('b'), start: at(now + hour) } }
  const gone = [
    { from: start, record: aClocking('a') },
    { from: now + 10 * minute, record: null },
  ]
  const [broken, nameless] = [new Set(['b']), new Set(['b'])]
  const answers = [['a', 'twin'], ['twin'], ['twin']].map((ids, n) =>
    aReading(`poll ${n}`, now + 20 * n * minute, ids, { pages: 1, broken, nameless }),
  )
  const known = (twin: Clocking) => {
    const histories = new Map([
      ['a', gone],
      ['b', [booking]],
      ['twin', [{ from: start, record: twin }]],
    ])
    const looks = taking(50 * second, looksAt([answers]))
    return couldBeKnownGone(looks, answers, start, 'a', histories, second)
  }
  expect(known({ ...aClocking('twin'), end: at(now) })).toBe(true)
  expect(known(aClocking('twin'))).toBe(false)
})

const anAbsence = (date: string) =>
  ({ id: 'absence', start: { $type: 'LocalDate', date }, end: null }) as Absence

test('of many who lack something only those count whose windows had to show it', () => {
  const date = (days: number): string => at(now + days * 24 * hour).slice(0, 10)
  const ids = ['a', 'b', 'c', 'd', 'e']
  const histories = (start: string) =>
    new Map([['absence', [{ from: now - hour, record: anAbsence(start) }]]])
  const empty = aReading('poll 1', now, [], { pages: 1, lag: Number.POSITIVE_INFINITY })
  const answer = { ...empty, range: { from: date(-2), to: date(2) } }
  const looks = looksAt([[empty]]).map((look) => ({ ...look, answers: [answer], window: [answer] }))
  const isDoubtful = (start: string): boolean => {
    const people = ids.map((id) => ({ id, absences: histories(id === 'a' ? start : date(0)) }))
    const all = new Map(ids.map((id) => [id, looks]))
    return isLossDoubtful(people as unknown as Person[], all, 'absences', 'poll 1', () => [
      'absence',
    ])
  }
  expect(isDoubtful(date(1))).toBe(true)
  expect(isDoubtful(date(2))).toBe(false)
})
