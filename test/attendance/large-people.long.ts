import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { day, epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { publishChanges } from '../../lib/polling/publishing/publish-changes.ts'
import { employeeItem } from '../../lib/store/employee-record.ts'
import { keys } from '../../lib/store/tables.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { answering } from '../harness/answering.ts'
import { aClocking, anId, aSnapshot, aState, rules } from '../harness/builders.ts'
import { dynamoDbSize, itemLimit } from '../harness/dynamodb-size.ts'

const now = epochMs('2026-11-18T18:00:00Z')
const noting = rules({ privacy: { ...rules().privacy, notes: true } })

/** So many visits a day, the oldest first, each with a note of so many characters of its own. */
const visits = (days: number, aDay: number, noteLength: number): Clocking[] =>
  Array.from({ length: days * aDay }, (_, n) => {
    const start = now - days * day + Math.floor((n * day) / aDay)
    const note = noteLength === 0 ? null : `${n} `.padEnd(noteLength, 'häufig besucht ')
    return aClocking({ id: anId(n, 1), start: utc(start), end: utc(start + 20 * minute), note })
  })

const shownAt = (moment: number, records: Clocking[], days: number): Snapshot => {
  const from = moment - days * day
  const { clockings } = aSnapshot(utc(moment))
  const active = records.filter(({ start }) => epochMs(start) < moment)
  return {
    clockings: {
      ...clockings,
      records: active.filter(({ end }) => end === null || epochMs(end) > from),
      window: { from, to: moment },
      forgetBefore: from,
    },
    absences: null,
  }
}

/** Somebody who is polled, saved and published as in production, and the sizes of each save. */
const somebody = () => {
  let state: EmployeeState = aState()
  const sizes: number[] = []
  const told: AttendanceEvent[] = []
  const poll = async (moment: number, snapshot: Snapshot) => {
    const outcome = await publishChanges(
      'SHARD#0001',
      state,
      snapshot,
      answering(utc(moment), { rules: noting }),
      {
        save: async (_shardId, next) => {
          state = { ...next, version: next.version + 1 }
          const keyed = { ...keys.employee('SHARD#0001', next.employeeId), ...employeeItem(state) }
          sizes.push(await dynamoDbSize(keyed))
          return state
        },
        publish: async (entries) => {
          told.push(...entries.map(({ message }): AttendanceEvent => JSON.parse(message)))
          return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
        },
        onPublished: () => undefined,
        onPublishFailure: () => undefined,
      },
    )
    expect(outcome).toBe('saved')
  }
  return { sizes, told, poll, state: () => state }
}

const outlined = ({ type, time }: AttendanceEvent) => `${type} ${time}`
const factsOf = (records: Clocking[]) =>
  records.flatMap(({ start, end }) => [
    `attendance.clocked-in ${start}`,
    ...(end === null ? [] : [`attendance.clocked-out ${end}`]),
  ])

const cases: [string, Clocking[], number][] = [
  ['8 visits a day for 40 days with notes of 1,000 characters', visits(40, 8, 1000), 40],
  ['16 visits a day for 88 days', visits(88, 16, 0), 88],
  ['16 visits a day for 88 days, with short notes', visits(88, 16, 70), 88],
  ['3,000 clockings', visits(75, 40, 0), 75],
]

describe.each(cases)('a person with %s', (_what, records, days) => {
  test('fits into an item after one answer that has all, and is told everything once', async () => {
    const person = somebody()
    await person.poll(now, shownAt(now, records, days))
    expect(person.told.map(outlined).toSorted()).toEqual(factsOf(records).toSorted())
    expect(Math.max(...person.sizes)).toBeLessThan(itemLimit)

    const saves = person.sizes.length
    for (const minutes of [1, 2, 3])
      await person.poll(now + minutes * minute, shownAt(now + minutes * minute, records, days))
    expect(person.told).toHaveLength(factsOf(records).length)
    expect(person.sizes.length - saves).toBeLessThanOrEqual(1)
  })

  test('fits into an item day by day, and is told everything once', async () => {
    const person = somebody()
    for (let moment = now - (days - 1) * day; moment <= now; moment += day)
      await person.poll(moment, shownAt(moment, records, days))
    expect(person.told.map(outlined)).toHaveLength(factsOf(records).length)
    expect(new Set(person.told.map(outlined))).toEqual(new Set(factsOf(records)))
    expect(Math.max(...person.sizes)).toBeLessThan(itemLimit)
  })
})

describe('a person', () => {
  test('whose 16 visits a day for 88 days cannot be read at first fits into an item, and is told them once', async () => {
    const person = somebody()
    const records = visits(88, 16, 0)
    const unreadable = shownAt(now, [], 88)
    if (unreadable.clockings === null) throw new Error('clockings were asked for')
    const unread = records.map(({ id }) => id)
    await person.poll(now, { ...unreadable, clockings: { ...unreadable.clockings, unread } })
    expect(person.told).toEqual([])
    await person.poll(now + minute, shownAt(now + minute, records, 88))
    expect(person.told.map(outlined).toSorted()).toEqual(factsOf(records).toSorted())
    expect(Math.max(...person.sizes)).toBeLessThan(itemLimit)
  })
})
