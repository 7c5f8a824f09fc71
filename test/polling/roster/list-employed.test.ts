import { describe, expect, test } from 'vitest'
import {
  doubtIn,
  missingFrom,
  namelessAfter,
  newcomersSince,
} from '../../../lib/polling/roster/believed-roster.ts'
import { listEmployed, type RosterAnswer } from '../../../lib/polling/roster/list-employed.ts'
import type { WorkforceClient } from '../../../lib/workforce/client.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { anEmployee, anId, nameless } from '../../harness/builders.ts'

const idsOf = (...numbers: number[]) => new Set(numbers.map((n) => anId(n)))
const answer = (numbers: number[]): RosterAnswer => ({
  employees: new Map(numbers.map((n) => [anId(n), anEmployee({ id: anId(n) })])),
  unread: [],
  nameless: [],
  vanished: [],
  isComplete: true,
})
const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const members = idsOf(...ten)

describe('missing from the roster', () => {
  const nine = ten.slice(1)

  test('is whoever of those known it does not show', () => {
    expect(missingFrom(answer(nine), members, {})).toEqual(idsOf(1))
    expect(missingFrom(answer(ten), members, {})).toEqual(new Set())
  })

  test('is nobody where it is not known to be whole', () => {
    expect(missingFrom({ ...answer(nine), isComplete: false }, members, {})).toEqual(new Set())
  })

  test('is not who is on it and cannot be read: that says nothing of others', () => {
    const unread = { ...answer(ten.slice(2)), unread: [anId(1)] }
    expect(missingFrom(unread, members, {})).toEqual(idsOf(2))
  })

  test('is nobody where somebody is on it whose id cannot be read, and who may be the one', () => {
    const hiding = { ...answer(nine), nameless: ['nameless a 1', 'nameless a 2'] }
    const since = '2026-11-16T09:00:00Z'
    const unknown = { since, isHarmless: false }
    const noted = { 'nameless a 1': { since, isHarmless: true }, 'nameless a 2': unknown }
    expect(missingFrom(hiding, members, noted)).toEqual(new Set())
    expect(missingFrom(hiding, members, {})).toEqual(new Set())
    const other = { since, isHarmless: false, mayBe: [anId(2)] }
    expect(missingFrom(hiding, members, { ...noted, 'nameless a 2': other })).toEqual(idsOf(1))
    const same = { ...other, mayBe: [anId(2), anId(1)] }
    expect(missingFrom(hiding, members, { ...noted, 'nameless a 2': same })).toEqual(new Set())
  })

  describe('beside somebody without a readable id', () => {
    const [monday, tuesday] = ['2026-11-16T09:00:00Z', '2026-11-17T09:00:00Z']
    const marks = ['nameless a 1', 'nameless b 1']
    const whole = { ...answer(ten), nameless: marks }
    const short = { ...answer(nine), nameless: [...marks, 'nameless c 1'] }
    const noted = namelessAfter(whole, members, {}, monday)

    const harmless = { since: monday, isHarmless: true }

    test('is not who was there when nobody was missing', () => {
      expect(noted).toEqual({ 'nameless a 1': harmless, 'nameless b 1': harmless })
      const suspect = { since: tuesday, isHarmless: false, mayBe: [anId(1)] }
      const after = namelessAfter(short, members, noted, tuesday)
      expect(after).toEqual({ ...noted, 'nameless c 1': suspect })
      expect(missingFrom(short, members, after)).toEqual(new Set())
    })

    test('is whoever goes later, though one is who was missing when they came', () => {
      const after = namelessAfter(short, members, noted, tuesday)
      const eight = { ...answer(ten.slice(2)), nameless: short.nameless }
      const later = namelessAfter(eight, members, after, tuesday)
      expect(missingFrom(eight, members, later)).toEqual(idsOf(2))
      const back = { ...answer(ten.filter((n) => n !== 2)), nameless: short.nameless }
      const cleared = namelessAfter(back, members, later, tuesday)
      expect(cleared['nameless c 1']).toEqual({ since: tuesday, isHarmless: true })
      expect(missingFrom(back, members, cleared)).toEqual(idsOf(2))
    })

    test('may be whom another reading shows with their id', () => {
      const flapping = { ...answer(ten), vanished: [anId(10)], nameless: marks.slice(0, 1) }
      expect(namelessAfter(flapping, members, {}, monday)).toEqual({
        'nameless a 1': { since: monday, isHarmless: false, mayBe: [anId(10)] },
      })
    })

    test('may be anybody where the answer is not whole, or they would be too many', () => {
      const unsure = namelessAfter({ ...short, isComplete: false }, members, {}, tuesday)
      expect(unsure['nameless c 1']).toEqual({ since: tuesday, isHarmless: false })
      const many = new Set(Array.from({ length: 1_000 }, (_, n) => anId(n)))
      const tooMany = namelessAfter(short, many, {}, tuesday)
      expect(tooMany['nameless c 1']).toEqual({ since: tuesday, isHarmless: false })
      expect(missingFrom(short, many, tooMany)).toEqual(new Set())
    })

    test('is known since when they are there, as long as they are', () => {
      const after = namelessAfter(short, members, noted, tuesday)
      expect(Object.values(after).map(({ since }) => since)).toEqual([monday, monday, tuesday])
      expect(namelessAfter({ ...whole, nameless: [] }, members, noted, tuesday)).toEqual({})
      expect(namelessAfter({ ...answer([]), isComplete: false }, members, noted, tuesday)).toEqual(
        noted,
      )
    })

    test('whoever is new may be one who is there no more', () => {
      expect(newcomersSince(short, noted, tuesday)).toBe(tuesday)
      expect(newcomersSince({ ...short, nameless: marks.slice(1) }, noted, tuesday)).toBe(monday)
      expect(newcomersSince({ ...short, nameless: [] }, noted, '2026-11-15T09:00:00Z')).toBe(
        '2026-11-15T09:00:00Z',
      )
    })
  })
})

test('an operator can vouch for a loss, not for an empty roster', () => {
  expect(doubtIn(answer(ten.slice(3)), members, false)).toBe('a fifth short')
  expect(doubtIn(answer(ten.slice(3)), members, true)).toBeNull()
  expect(doubtIn(answer([]), members, true)).toBe('empty')
  expect(doubtIn(answer(ten), members, false)).toBeNull()
  const unread = ten.slice(0, 3).map((n) => anId(n))
  expect(doubtIn({ ...answer(ten.slice(3)), unread }, members, false)).toBeNull()
})

describe('who is employed', () => {
  const left = { isRegistered: true, isTerminated: true }
  const people = [1, 2, 3].map((n) => anEmployee({ id: anId(n) }))
  const terminated = anEmployee({ id: anId(2), _metadata: left })
  const broken = (id: string) => ({ index: 0, id, problems: ['name: invalid_type'] })

  const listed = async (listings: RecordsRead<Employee>[][]) => {
    const asked: unknown[] = []
    const listEmployees: WorkforceClient['listEmployees'] = async function* (...args) {
      asked.push(args)
      yield* listings[Math.min(asked.length, listings.length) - 1] ?? []
    }
    return { asked, answer: await listEmployed({ listEmployees }, 77) }
  }

  test('is read from every page, by id, until the deadline, twice where pages are several', async () => {
    const { asked, answer } = await listed([
      [
        { records: people.slice(0, 1), rejected: [] },
        { records: [terminated, ...people.slice(2)], rejected: [] },
      ],
    ])
    expect([...answer.employees.keys()]).toEqual([anId(1), anId(3)])
    expect(answer).toMatchObject({ unread: [], isComplete: true })
    const sortBy = [{ field: 'Id', isAscending: true }]
    const call = [{ filters: { isTerminated: false }, sortBy }, { deadline: 77 }]
    expect(asked).toEqual([call, call])
  })

  test('names who cannot be read, and is whole all the same', async () => {
    const { answer } = await listed([
      [{ records: people.slice(0, 1), rejected: [broken(anId(9)), broken(nameless(1))] }],
    ])
    expect([...answer.employees.keys()]).toEqual([anId(1)])
    const unnamed = [`${nameless(1)} 1`]
    expect(answer).toMatchObject({ unread: [anId(9)], nameless: unnamed, isComplete: true })
  })

  test('has whom an earlier reading alone shows, readable or not, and says who they are', async () => {
    const page = (...numbers: number[]) => ({
      records: numbers.map((n) => anEmployee({ id: anId(n) })),
      rejected: [],
    })
    const { answer } = await listed([
      [page(1, 2), { records: [], rejected: [broken(anId(9)), broken(nameless(1))] }],
      [page(1), page(3)],
    ])
    expect([...answer.employees.keys()].sort()).toEqual([anId(1), anId(2), anId(3)])
    const unnamed = [`${nameless(1)} 1`]
    expect(answer).toMatchObject({ unread: [anId(9)], nameless: unnamed, isComplete: true })
    expect(answer.vanished).toEqual([anId(2), anId(9), nameless(1)])
  })

  test('is not known to be whole where pages shift each time they are read', async () => {
    const page = (n: number) => ({ records: [anEmployee({ id: anId(n) })], rejected: [] })
    const { asked, answer } = await listed([10, 20, 30, 40].map((n) => [page(n), page(n + 1)]))
    expect(answer.isComplete).toBe(false)
    expect(answer.employees.size).toBe(8)
    expect(asked).toHaveLength(4)
  })
})
