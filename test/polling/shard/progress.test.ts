import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sinceOf } from '../../../lib/attendance/asked-since.ts'
import { minute, utc } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import type { Standing } from '../../../lib/polling/asking/behind.ts'
import { inTurn } from '../../../lib/polling/asking/whom-to-ask.ts'
import { type Pass, progressAfter } from '../../../lib/polling/shard/progress.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId, aState, rules } from '../../harness/builders.ts'
import { aBehind, aShard } from '../../harness/shards.ts'

const at = (n: number): string => utc(n * minute)
const person = (n: number, overrides: Partial<EmployeeState> = {}) =>
  aState({ employeeId: anId(n), ...overrides })
const shard = (overrides: Partial<Shard> = {}) =>
  aShard({ polledThrough: at(10), absencesReadAt: at(5), ...overrides })
const standing = (...of: [number, Standing][]) =>
  new Map(of.map(([n, how]) => [anId(n), how] as const))

const aPass = (overrides: Partial<Pass> = {}): Pass => ({
  startedAt: 11 * minute,
  polled: [person(1), person(2)],
  unreadable: [],
  standings: { clockings: standing([1, 'done'], [2, 'done']), absences: new Map() },
  areClockingsRead: true,
  areAbsencesRead: false,
  ...overrides,
})
const { workday } = rules()
const nobody = { clockings: {}, absences: {} }

describe('the progress of a shard', () => {
  test('is the beginning of the poll where everyone was answered', () => {
    expect(progressAfter(shard(), aPass())).toEqual({
      polledThrough: at(11),
      absencesReadAt: at(5),
      behind: nobody,
    })
  })

  test('is that of absences as well where they were asked for', () => {
    const standings = { clockings: standing([1, 'done'], [2, 'done']), absences: standing() }
    const pass = aPass({ standings, areAbsencesRead: true })
    expect(progressAfter(shard(), pass)).toMatchObject({ absencesReadAt: at(11), behind: nobody })
  })

  test('moves on though some were left over or fail, each with a moment of their own', () => {
    const clockings = standing([1, 'left'], [2, 'failed'], [3, 'done'])
    const polled = [person(1), person(2), person(3)]
    const pass = aPass({ polled, standings: { clockings, absences: new Map() } })
    const behind = {
      [anId(1)]: { since: at(10), tries: 0, retryAt: null },
      [anId(2)]: { since: at(10), tries: 1, retryAt: at(12) },
    }
    expect(progressAfter(shard(), pass)).toEqual({
      polledThrough: at(11),
      absencesReadAt: at(5),
      behind: { clockings: behind, absences: {} },
    })
  })

  test('leaves somebody behind with absences alone, since they were last read', () => {
    const clockings = standing([1, 'done'], [2, 'done'])
    const absences = standing([1, 'failed'], [2, 'done'])
    const pass = aPass({ standings: { clockings, absences }, areAbsencesRead: true })
    expect(progressAfter(shard(), pass).behind).toEqual({
      clockings: {},
      absences: { [anId(1)]: { since: at(5), tries: 1, retryAt: at(12) } },
    })
  })

  test('keeps who is behind with absences where nobody was asked for them', () => {
    const behind = { clockings: {}, absences: { [anId(2)]: aBehind() } }
    expect(progressAfter(shard({ behind }), aPass()).behind).toEqual(behind)
  })

  test('keeps, until absences are read for the first time, since when those were answered whom a poll answered that did not end', () => {
    const never = shard({ absencesReadAt: null })
    const newcomer = person(2, { unaskedSince: { clockings: null, absences: at(9) } })
    const pass = aPass({ polled: [person(1), newcomer], unreadable: [anId(9)] })
    const progress = progressAfter(never, pass)
    expect(progress.absencesReadAt).toBe(null)
    expect(progress.behind.absences).toEqual({
      [anId(1)]: { since: at(10), tries: 0, retryAt: null },
      [anId(9)]: { since: at(10), tries: 1, retryAt: null },
    })
    const next = { ...shard(), ...progress }
    const { behind } = progressAfter(next, { ...pass, startedAt: 12 * minute })
    expect(behind.absences).toEqual(progress.behind.absences)
  })

  test('remembers an item that cannot be read, since the poll before, and that it waits for nobody', () => {
    const first = progressAfter(shard(), aPass({ unreadable: [anId(9)], areAbsencesRead: true }))
    const unread = (since: string) => ({ [anId(9)]: { since, tries: 1, retryAt: null } })
    expect(first).toEqual({
      polledThrough: at(11),
      absencesReadAt: at(11),
      behind: { clockings: unread(at(10)), absences: unread(at(5)) },
    })
    const second = aPass({ startedAt: 12 * minute, unreadable: [anId(9)] })
    expect(progressAfter(shard(first), second)).toEqual({ ...first, polledThrough: at(12) })
  })

  test('does not leave an unreadable item behind with absences that were not asked for', () => {
    const { behind } = progressAfter(shard(), aPass({ unreadable: [anId(9)] }))
    expect(behind.absences).toEqual({})
  })

  test('begins for a newcomer whom it leaves over when they came', () => {
    const newcomer = person(1, { unaskedSince: { clockings: at(2), absences: at(3) } })
    const standings = { clockings: standing([1, 'left']), absences: standing([1, 'left']) }
    const { behind } = progressAfter(shard(), aPass({ polled: [newcomer], standings }))
    expect(behind.clockings[anId(1)]?.since).toBe(at(2))
    expect(behind.absences[anId(1)]?.since).toBe(at(3))
  })

  test('stays where it was where nobody’s clockings could be had, and so do the rules of who rests', () => {
    const resting = { idleEverySeconds: 900, lookbackHours: 24, workday }
    const behind = { clockings: { [anId(2)]: aBehind() }, absences: {} }
    const standings = { clockings: new Map(), absences: standing([1, 'done'], [2, 'failed']) }
    const pass = aPass({ standings, areClockingsRead: false, areAbsencesRead: true, resting })
    expect(progressAfter(shard({ behind }), pass)).toEqual({
      polledThrough: at(10),
      absencesReadAt: at(11),
      behind: { ...behind, absences: { [anId(2)]: { since: at(5), tries: 1, retryAt: at(12) } } },
    })
    expect(progressAfter(shard({ resting }), { ...pass, resting: undefined }).resting).toEqual(
      resting,
    )
  })

  test('forgets who is polled no more', () => {
    const behind = {
      clockings: { [anId(7)]: aBehind() },
      absences: { [anId(7)]: aBehind({ tries: 4 }) },
    }
    expect(progressAfter(shard({ behind }), aPass()).behind).toEqual(nobody)
  })
})

/** What one poll meets: who is there, how far it comes, who fails, whose item cannot be read. */
type Turn = { members: number[]; share: number; fails: number | null; unreadable: number | null }

const people = [1, 2, 3, 4, 5, 6, 7, 8]
const turn: fc.Arbitrary<Turn> = fc.record({
  members: fc.subarray(people),
  share: fc.constantFrom(0, 0.2, 0.4, 0.6, 0.8, 1),
  fails: fc.option(fc.constantFrom(...people), { freq: 2 }),
  unreadable: fc.option(fc.constantFrom(...people), { freq: 4 }),
})

/** Since when each member has not been answered, as only an omniscient observer knows. */
type Truth = Map<number, number>

const play = (turns: Turn[], check: (shard: Shard, truth: Truth, turn: Turn) => void): void => {
  let current = shard({ polledThrough: at(0) })
  let truth: Truth = new Map()
  for (const [n, each] of turns.entries()) {
    const { members, share, fails } = each
    const known = truth
    truth = new Map(members.map((id) => [id, known.get(id) ?? n]))
    const unreadable = members.filter((id) => id === each.unreadable)
    const polled = members
      .filter((id) => id !== each.unreadable)
      .map((id) =>
        person(id, { unaskedSince: { clockings: known.has(id) ? null : at(n), absences: null } }),
      )
    const order = inTurn(polled, current, 'clockings', (n + 1) * minute)
    const asked = order.slice(0, Math.round(order.length * share))
    const how = (id: string): Standing => {
      if (!asked.some(({ employeeId }) => employeeId === id)) return 'left'
      return id === anId(fails ?? 0) ? 'failed' : 'done'
    }
    const clockings = new Map(polled.map(({ employeeId: id }) => [id, how(id)] as const))
    for (const id of members) if (clockings.get(anId(id)) === 'done') truth.set(id, n + 1)
    const pass: Pass = {
      startedAt: (n + 1) * minute,
      polled,
      unreadable: unreadable.map((id) => anId(id)),
      standings: { clockings, absences: new Map() },
      areClockingsRead: true,
      areAbsencesRead: false,
    }
    current = { ...current, ...progressAfter(current, pass) }
    check(current, truth, each)
  }
}

describe('any sequence of partial polls, failures, joiners and leavers', () => {
  test('never takes anybody to be answered later than they were', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 25 }), (turns) => {
        play(turns, (current, truth) => {
          for (const [id, answered] of truth)
            expect(sinceOf(person(id), current, 'clockings') <= at(answered)).toBe(true)
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('always moves a shard on', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 25 }), (turns) => {
        let polls = 0
        play(turns, ({ polledThrough }) => expect(polledThrough).toBe(at(++polls)))
      }),
    )
  })

  test('answers everyone in turn, even while somebody always fails', () => {
    const shares = fc.constantFrom(0.4, 0.6)
    fc.assert(
      fc.property(shares, fc.constantFrom(...people), (share, fails) => {
        const polls = { members: people, share, fails, unreadable: null }
        let last: Truth = new Map()
        play(Array<Turn>(14).fill(polls), (_shard, truth) => {
          last = truth
        })
        for (const id of people.filter((each) => each !== fails))
          expect(last.get(id) ?? 0).toBeGreaterThan(7)
      }),
    )
  })
})
