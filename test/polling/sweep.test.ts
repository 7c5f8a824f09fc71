import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { inTurn, type Pass, progressAfter } from '../../lib/polling/sweep.ts'
import type { Shard } from '../../lib/store/shard-store.ts'

const moment = (n: number): string => utc(n * minute)

const aShard = (overrides: Partial<Shard> = {}): Shard => ({
  shardId: '0001',
  members: 4,
  polledThrough: moment(0),
  absencesReadAt: moment(0),
  sweep: null,
  ...overrides,
})

const aPass = (overrides: Partial<Pass>): Pass => ({
  order: ['a', 'b', 'c', 'd'],
  asked: 4,
  now: moment(1),
  absences: false,
  isAccountedFor: true,
  ...overrides,
})

describe('the order of a poll', () => {
  const sweep = { startedAt: moment(0), absences: false, until: 'a' }

  test.each([
    ['c', ['c', 'd', 'a', 'b']],
    ['bb', ['c', 'd', 'a', 'b']],
    ['a', ['a', 'b', 'c', 'd']],
    ['z', ['a', 'b', 'c', 'd']],
  ])('begins with those whom the last one left over, from %s', (next, order) => {
    expect(inTurn(['a', 'b', 'c', 'd'], { ...sweep, next })).toEqual(order)
  })
})

describe('the progress of a shard', () => {
  test('is now where everyone was asked', () => {
    expect(progressAfter(aShard(), aPass({ absences: true }))).toEqual({
      polledThrough: moment(1),
      absencesReadAt: moment(1),
      sweep: null,
    })
  })

  test('leaves absences as they were where they were not asked for', () => {
    expect(progressAfter(aShard(), aPass({})).absencesReadAt).toBe(moment(0))
  })

  test('stays where some are left over, until a sweep has asked them all', () => {
    const first = progressAfter(aShard(), aPass({ asked: 2, absences: true }))
    expect(first).toEqual({
      polledThrough: moment(0),
      absencesReadAt: moment(0),
      sweep: { startedAt: moment(1), absences: true, next: 'c', until: 'a' },
    })
    const order = ['c', 'd', 'a', 'b']
    const second = aPass({ order, asked: 3, now: moment(2), absences: true })
    expect(progressAfter(aShard(first), second)).toEqual({
      polledThrough: moment(1),
      absencesReadAt: moment(1),
      sweep: { startedAt: moment(2), absences: true, next: 'b', until: 'c' },
    })
  })

  test.each([
    ['b', 'b', 'd', false],
    ['c', 'b', 'd', false],
    ['d', 'b', 'd', true],
    ['a', 'b', 'd', true],
    ['d', 'c', 'b', false],
    ['a', 'c', 'b', false],
    ['b', 'c', 'b', true],
  ])(
    'where %s is next of a sweep from %s until %s: it is over: %s',
    (next, from, until, isOver) => {
      const sweep = { startedAt: moment(1), absences: false, next: from, until }
      const pass = aPass({ order: ['x', next], asked: 1, now: moment(2) })
      const { polledThrough } = progressAfter(aShard({ sweep }), pass)
      expect(polledThrough).toBe(isOver ? moment(1) : moment(0))
    },
  )

  test('stays where someone is unaccounted for, and the next poll begins with who is left', () => {
    const pass = aPass({ asked: 2, isAccountedFor: false })
    expect(progressAfter(aShard(), pass)).toEqual({
      polledThrough: moment(0),
      absencesReadAt: moment(0),
      sweep: { startedAt: moment(1), absences: false, next: 'c', until: 'c' },
    })
    expect(progressAfter(aShard(), aPass({ isAccountedFor: false })).sweep).toBeNull()
  })
})

/** What one poll meets: who is there, how far it comes, whether someone slips through. */
type Turn = { members: string[]; share: number; absences: boolean; slips: string | null }

const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const turn: fc.Arbitrary<Turn> = fc.record({
  members: fc.subarray(people),
  share: fc.constantFrom(0, 0.2, 0.4, 0.6, 0.8, 1),
  absences: fc.boolean(),
  slips: fc.option(fc.constantFrom(...people), { freq: 2 }),
})

/** Since when each member has not been asked, as only an omniscient observer knows. */
type Truth = Map<string, { asked: string; absences: string }>

const play = (turns: Turn[], check: (shard: Shard, truth: Truth) => void): void => {
  let shard = aShard()
  let truth: Truth = new Map()
  for (const [n, { members, share, absences: due, slips }] of turns.entries()) {
    const now = moment(n + 1)
    // Who joins has nothing to be asked about from before; who left is nobody's concern.
    const known = truth
    truth = new Map(members.map((id) => [id, known.get(id) ?? { asked: now, absences: now }]))
    const order = inTurn(members, shard.sweep)
    const asked = Math.round(order.length * share)
    const absences = due || shard.sweep?.absences === true
    const slipped = order.slice(0, asked).find((id) => id === slips)
    for (const id of order.slice(0, asked).filter((each) => each !== slipped)) {
      const before = truth.get(id)?.absences ?? now
      truth.set(id, { asked: now, absences: absences ? now : before })
    }
    const isAccountedFor = slipped === undefined
    shard = { ...shard, ...progressAfter(shard, { order, asked, now, absences, isAccountedFor }) }
    check(shard, truth)
  }
}

describe('any sequence of partial polls, joiners and leavers', () => {
  test('never moves a shard past a moment since which someone was not asked', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 25 }), (turns) => {
        play(turns, (shard, truth) => {
          for (const { asked, absences } of truth.values()) {
            expect(shard.polledThrough <= asked).toBe(true)
            expect((shard.absencesReadAt ?? '') <= absences).toBe(true)
          }
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('never moves a shard back', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 25 }), (turns) => {
        let before = moment(0)
        play(turns, ({ polledThrough }) => {
          expect(polledThrough >= before).toBe(true)
          before = polledThrough
        })
      }),
    )
  })

  test('asks everyone in turn, even while someone can never be accounted for', () => {
    const shares = fc.constantFrom(0.2, 0.4, 0.6)
    fc.assert(
      fc.property(shares, fc.constantFrom(null, ...people), (share, slips) => {
        const polls = { members: people, share, absences: false, slips }
        let last: Truth = new Map()
        play(Array<Turn>(12).fill(polls), (_shard, truth) => {
          last = truth
        })
        for (const id of people.filter((each) => each !== slips))
          expect((last.get(id)?.asked ?? '') > moment(6)).toBe(true)
      }),
    )
  })
})
