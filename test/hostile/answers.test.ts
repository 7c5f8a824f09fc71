import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventData } from '../../lib/attendance/events/events.ts'
import { readRecords } from '../../lib/workforce/listing.ts'
import { ReadAbsence, ReadClocking } from '../../lib/workforce/reading.ts'
import { aBreak, aClocking, aHoliday, anId, aSickness, employeeId } from '../harness/builders.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { pollOnce } from './system.ts'

const colleague = anId(2)
const whole = aClocking({ breaks: [aBreak()] })
const untouched = aClocking({ id: anId(7, 1), start: '2026-11-18T10:00:00Z' })
const ofColleague = aClocking({ id: anId(8, 1), employeeId: colleague })

const aRecord = mutated(whole)
const anAbsence = fc.oneof(mutated(aHoliday()), mutated(aSickness()))

/** The ids of the records that hold, of whatever came. */
const valid = (items: unknown[]): Set<string> =>
  new Set(
    [readRecords(ReadClocking, items), readRecords(ReadAbsence, items)].flatMap(({ records }) =>
      records.map(({ id }) => id),
    ),
  )

/** Bounds what one poll may write for one employee: an item has 400 KB. */
const mostBytes = 350_000

test('a mutated answer crashes no shard, costs nobody else, and tells nothing of what is invalid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aRecord, { maxLength: 3 }),
      fc.array(anAbsence, { maxLength: 3 }),
      async (clockings, absences) => {
        const { report, events, states } = await pollOnce({
          [employeeId]: { clockings: [...clockings, untouched], absences },
          [colleague]: { clockings: [ofColleague] },
        })
        expect(report).toMatchObject({ kind: 'polled', polled: 2, failures: [] })
        const told = events.flatMap(({ data }) => [
          ...('clocking' in data ? [data.clocking.id] : []),
          ...('absence' in data ? [data.absence.id] : []),
        ])
        const allowed = new Set([
          ...valid([...clockings, ...absences]),
          untouched.id,
          ofColleague.id,
        ])
        expect(told.filter((id) => !allowed.has(id))).toEqual([])
        expect(told).toContain(ofColleague.id)
        expect(told).toContain(untouched.id)
        for (const state of states)
          expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(mostBytes)
      },
    ),
    { numRuns: 250 },
  )
})

test('every event of a mutated answer is one of the catalog, with a time that is one', async () => {
  const schemas = new Map<string, (typeof eventData)[keyof typeof eventData]>(
    Object.entries(eventData),
  )
  await fc.assert(
    fc.asyncProperty(aRecord, anAbsence, async (clocking, absence) => {
      const { events } = await pollOnce({
        [employeeId]: { clockings: [clocking], absences: [absence] },
      })
      for (const { type, time, data } of events) {
        const schema = schemas.get(type.replace('attendance.', ''))
        expect(schema?.safeParse(data).success, JSON.stringify(data)).toBe(true)
        expect(Number.isNaN(Date.parse(time)), time).toBe(false)
        expect(time).toMatch(/Z$/)
      }
    }),
    { numRuns: 250 },
  )
})

test('a page of anything at all is read as no records, and told as incomplete', () => {
  fc.assert(
    fc.property(fc.array(hostileValue, { minLength: 1, maxLength: 20 }), (items) => {
      const { records, rejected } = readRecords(ReadClocking, items)
      expect(records).toEqual([])
      expect(rejected).toHaveLength(items.length)
    }),
  )
})

test('the same id many times is told once', async () => {
  const { events } = await pollOnce({ [employeeId]: { clockings: Array(500).fill(whole) } })
  expect(events.map(({ type }) => type.replace('attendance.', ''))).toEqual([
    'clocked-in',
    'break-started',
    'break-ended',
    'clocked-out',
  ])
})

test('what one answer says pollutes nothing', async () => {
  const evil = JSON.parse(JSON.stringify(whole).replace('{', '{"__proto__": {"polluted": true},'))
  await pollOnce({ [employeeId]: { clockings: [evil], absences: [evil] } })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
