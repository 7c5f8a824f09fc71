import { describe, expect, test } from 'vitest'
import { epochMs, minute, utc } from '../../../lib/attendance/moments.ts'
import {
  areAbsencesDue,
  dueForAbsences,
  inTurn,
  isPolled,
} from '../../../lib/polling/asking/whom-to-ask.ts'
import type { Shard } from '../../../lib/store/shard-record.ts'
import { anId, aState, aTrackedAbsence } from '../../harness/builders.ts'
import { aBehind, aShard } from '../../harness/shards.ts'

const now = epochMs('2026-11-20T12:01:00Z')
const person = (n: number) => aState({ employeeId: anId(n) })
const people = Array.from({ length: 20 }, (_, n) => person(n + 1))
const idsOf = (states: { employeeId: string }[]) => states.map(({ employeeId }) => employeeId)

test('whom a poll asks is everyone but leavers at rest', () => {
  const leaver = aState({ membership: 'leaver', leftAt: utc(now) })
  expect([aState(), leaver, { ...leaver, restSince: utc(now) }].map(isPolled)).toEqual([
    true,
    true,
    false,
  ])
})

describe('the order of a poll', () => {
  const order = (at: number, behind = {}) =>
    idsOf(inTurn(people, aShard({ behind: { clockings: behind, absences: {} } }), 'clockings', at))

  test('has everybody in it once, and is the same for the same poll', () => {
    expect(order(now).toSorted()).toEqual(idsOf(people))
    expect(order(now)).toEqual(order(now))
  })

  test('changes from poll to poll, and lets everybody be early and late', () => {
    const polls = Array.from({ length: 60 }, (_, n) => order(now + n * minute))
    expect(new Set(polls.map(String)).size).toBe(60)
    for (const id of idsOf(people)) {
      const places = polls.map((each) => each.indexOf(id))
      expect(Math.min(...places)).toBeLessThan(5)
      expect(Math.max(...places)).toBeGreaterThan(14)
    }
  })

  test('does not put the neighbours of one poll beside each other in the next', () => {
    const next = order(now + minute)
    const pairs = order(now).flatMap((id, n, all) => (n === 0 ? [] : [[all[n - 1] ?? '', id]]))
    const together = pairs.filter(([a = '', b = '']) => next.indexOf(b) === next.indexOf(a) + 1)
    expect(together.length).toBeLessThan(6)
  })

  test('begins with who was left over, longest first, and ends with who keeps failing', () => {
    const at = (n: number) => utc(now - n * minute)
    const all = order(now, {
      [anId(3)]: aBehind({ since: at(5) }),
      [anId(4)]: aBehind({ since: at(50) }),
      [anId(5)]: aBehind({ since: at(900), tries: 1, retryAt: at(2) }),
      [anId(6)]: aBehind({ since: at(5), tries: 6, retryAt: at(9) }),
    })
    expect(all.slice(0, 2)).toEqual([anId(4), anId(3)])
    expect(all.slice(-2)).toEqual([anId(6), anId(5)])
    expect(all).toHaveLength(20)
  })

  test('ends with who was asked in vain, longest ago first, until a poll has passed them over', () => {
    const at = (n: number) => aBehind({ retryAt: utc(now - n * minute) })
    const behind = { [anId(3)]: at(1), [anId(4)]: at(2), [anId(5)]: aBehind() }
    const order = (kind: 'clockings' | 'absences', read: Partial<Shard>) => {
      const shard = aShard({ behind: { clockings: behind, absences: behind }, ...read })
      return idsOf(inTurn(people, shard, kind, now))
    }
    const [before, after] = [utc(now - 3 * minute), utc(now)]
    const clockings = { polledThrough: before, absencesReadAt: after }
    const absences = { polledThrough: after, absencesReadAt: before }
    expect(order('clockings', clockings).slice(-2)).toEqual([anId(4), anId(3)])
    expect(order('absences', absences).slice(-2)).toEqual([anId(4), anId(3)])
    const passedOver = [anId(5), anId(4), anId(3)]
    expect(order('clockings', absences).slice(0, 3)).toEqual(passedOver)
    expect(order('absences', clockings).slice(0, 3)).toEqual(passedOver)
  })

  test('has those in doubt among the others', () => {
    const doubted = { [anId(3)]: aBehind({ retryAt: utc(now) }) }
    const shard = aShard({ polledThrough: utc(now), behind: { clockings: doubted, absences: {} } })
    const places = Array.from({ length: 30 }, (_, n) =>
      idsOf(inTurn(people, shard, 'clockings', now + n * minute)).indexOf(anId(3)),
    )
    expect(Math.min(...places)).toBeLessThan(5)
    expect(Math.max(...places)).toBeGreaterThan(14)
  })

  test('puts who failed beside who was left over once their turn is long overdue', () => {
    const at = (n: number) => utc(now - n * minute)
    const all = order(now, {
      [anId(3)]: aBehind({ since: at(40) }),
      [anId(4)]: aBehind({ since: at(5) }),
      [anId(5)]: aBehind({ since: at(900), tries: 9, retryAt: at(31) }),
      [anId(6)]: aBehind({ since: at(900), tries: 9, retryAt: at(30) }),
    })
    expect(all.slice(0, 3)).toEqual([anId(3), anId(5), anId(4)])
    expect(all.at(-1)).toBe(anId(6))
  })

  test('leaves who failed where they are if no poll has passed them over, however long ago it was', () => {
    const behind = {
      clockings: { [anId(5)]: aBehind({ tries: 1, retryAt: '2026-11-20T12:00:00Z' }) },
      absences: {},
    }
    const shard = aShard({ polledThrough: '2026-11-20T11:59:00Z', behind })
    const later = now + 60 * minute
    expect(idsOf(inTurn(people, shard, 'clockings', later)).at(-1)).toBe(anId(5))
    const passed = { ...shard, polledThrough: '2026-11-20T12:30:00Z' }
    expect(idsOf(inTurn(people, passed, 'clockings', later)).at(0)).toBe(anId(5))
  })

  test('leaves out who waits for their turn, in that kind of question alone', () => {
    const waiting = { [anId(3)]: aBehind({ tries: 1, retryAt: utc(now + 1) }) }
    expect(order(now, waiting)).toHaveLength(19)
    expect(order(now, waiting)).not.toContain(anId(3))
    expect(order(now + 1, waiting).at(-1)).toBe(anId(3))
    const shard = aShard({ behind: { clockings: waiting, absences: {} } })
    expect(inTurn(people, shard, 'absences', now)).toHaveLength(20)
  })
})

describe('absences', () => {
  test.each([
    ['never read are due', null, true],
    ['read less than the interval ago are not', '2026-11-20T11:46:01Z', false],
    ['read the interval ago are due', '2026-11-20T11:46:00Z', true],
  ])('%s', (_what, absencesReadAt, expected) => {
    expect(areAbsencesDue(aShard({ absencesReadAt }), now, 900)).toBe(expected)
  })

  test('that are due are asked for of everybody', () => {
    const shard = aShard({ absencesReadAt: null })
    expect(dueForAbsences(people, shard, now, 900)).toEqual(people)
  })

  test('that are not due are asked for of who is new or lags behind with them', () => {
    const newcomer = { ...person(21), unaskedSince: { clockings: null, absences: utc(now) } }
    const behind = {
      clockings: { [anId(1)]: aBehind() },
      absences: { [anId(2)]: aBehind({ tries: 2 }) },
    }
    expect(idsOf(dueForAbsences([...people, newcomer], aShard({ behind }), now, 900))).toEqual([
      anId(2),
      anId(21),
    ])
  })

  const unread = { from: utc(now), to: utc(now), missingSince: null, isHarmless: false }
  test.each([
    ['took something back', ['end=12345678'], {}, true],
    ['lacked something', ['unsought'], {}, false],
    ['could not be read', ['end=12345678'], { [anId(1, 3)]: unread }, false],
  ])(
    'are asked for before they are due of whom an answer %s: %s',
    (_what, doubted, ids, isAsked) => {
      const absences = { [anId(1, 3)]: aTrackedAbsence({}, { doubted }) }
      const unreadable = { ids, others: null, tries: 0, retryAt: utc(now) }
      const doubtful = aState({
        employeeId: anId(21),
        absences,
        unread: { clockings: null, absences: unreadable },
      })
      const due = dueForAbsences([...people, doubtful], aShard(), now, 900)
      expect(idsOf(due)).toEqual(isAsked ? [anId(21)] : [])
    },
  )
})
