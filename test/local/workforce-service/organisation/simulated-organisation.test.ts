import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { day, utcDate } from '../../../../lib/attendance/moments.ts'
import { Absence } from '../../../../lib/workforce/contract/absence.ts'
import { Clocking } from '../../../../lib/workforce/contract/clocking.ts'
import { Employee } from '../../../../lib/workforce/contract/employee.ts'
import { createSimulatedOrganisation } from '../../../../local/workforce-service/organisation/simulated-organisation.ts'

const startedAt = Date.parse('2026-11-20T12:00:00Z')
const organisationOf = (seed: number, start = startedAt) =>
  createSimulatedOrganisation({ size: 40, seed, startedAt: start })

/** Everything on record at a moment about the last days. */
const recordAt = (organisation: ReturnType<typeof organisationOf>, at: number, days = 4) =>
  organisation.employees(at).map((employee) => ({
    employee,
    clockings: organisation.clockings(employee.id, at - days * day, at, at),
    absences: organisation.absences(employee.id, '2026-08-20', '2027-08-20', at),
  }))

const seeds = fc.integer({ min: 0, max: 1_000_000 })
const moments = fc.integer({ min: startedAt - 60 * day, max: startedAt + 60 * day })
const anyRecord = fc
  .record({ seed: seeds, at: moments })
  .map(({ seed, at }) => ({ at, record: recordAt(organisationOf(seed), at) }))
const holds = (check: (sample: { at: number; record: ReturnType<typeof recordAt> }) => void) =>
  fc.assert(
    fc.property(anyRecord, (sample) => {
      check(sample)
    }),
    { numRuns: 8, endOnFailure: true },
  )

const ms = (text: string | null) => (text === null ? Number.POSITIVE_INFINITY : Date.parse(text))
/** Whether each stretch ends before the next begins. */
const follow = (stretches: { start: string; end: string | null }[]) => {
  const sorted = stretches.toSorted((a, b) => ms(a.start) - ms(b.start))
  return sorted.every(
    ({ end }, index) =>
      ms(end) < ms(sorted[index + 1]?.start ?? null) || index === sorted.length - 1,
  )
}

test('the same seed and day of the start give the same data, whatever was asked before', () => {
  const asked = organisationOf(3)
  for (let hour = 0; hour < 100; hour += 7) recordAt(asked, startedAt + hour * 3_600_000)
  const fresh = organisationOf(3, startedAt + 3_600_000)
  const at = startedAt + 2 * day
  expect(recordAt(asked, at)).toEqual(recordAt(fresh, at))
})

test('somebody who joins is found before anybody was listed', () => {
  const at = startedAt + 60 * day
  const known = organisationOf(1)
  const joiner = known.employees(at).at(40)
  const id = joiner?.id ?? ''
  const from = at - 30 * day
  expect(known.clockings(id, from, at, at)).not.toEqual([])
  expect(organisationOf(1).clockings(id, from, at, at)).toEqual(known.clockings(id, from, at, at))
  expect(organisationOf(1).employee(id, at)).toEqual(joiner)
  expect(organisationOf(1).employee(id, startedAt)).toBeUndefined()
})

test('another seed gives other people', () => {
  const idsOf = (seed: number) =>
    organisationOf(seed)
      .employees(startedAt)
      .map(({ id }) => id)
  expect(idsOf(1).filter((id) => idsOf(2).includes(id))).toEqual([])
})

test('everything on record keeps the contract', () => {
  const Everything = z.array(
    z.object({ employee: Employee, clockings: z.array(Clocking), absences: z.array(Absence) }),
  )
  holds(({ record }) => expect(Everything.parse(record)).toEqual(record))
})

test('nothing is on record before it happens', () => {
  holds(({ at, record }) => {
    for (const { start, end, breaks } of record.flatMap(({ clockings }) => clockings))
      for (const moment of [start, end, ...breaks.flatMap((pause) => [pause.start, pause.end])])
        if (moment !== null) expect(Date.parse(moment)).toBeLessThanOrEqual(at)
  })
})

test('what has no end is on record for every range ahead', () => {
  const organisation = organisationOf(1)
  const open = { clockings: 0, absences: 0 }
  for (let at = startedAt - 80 * day; at < startedAt; at += 5 * day)
    for (const { employee, clockings, absences } of recordAt(organisation, at))
      for (const from of [1, 2, 5, 20, 100].map((days) => at + days * day)) {
        const date = utcDate(from)
        const shown = [
          ...organisation.clockings(employee.id, from, from, at),
          ...organisation.absences(employee.id, date, date, at),
        ]
        const active = clockings.filter(({ end }) => end === null)
        const lasting = absences.filter(({ start, end }) => end === null && start.date <= date)
        expect(shown).toEqual(expect.arrayContaining([...active, ...lasting]))
        open.clockings += active.length
        open.absences += lasting.length
      }
  expect(Math.min(open.clockings, open.absences)).toBeGreaterThan(0)
})

test('clockings of one employee never overlap, nor do breaks, which lie within theirs', () => {
  holds(({ record }) => {
    for (const { clockings } of record) {
      expect(follow(clockings), JSON.stringify(clockings)).toBe(true)
      for (const { start, end, breaks } of clockings) {
        expect(ms(end)).toBeGreaterThan(ms(start))
        expect(follow(breaks), JSON.stringify(breaks)).toBe(true)
        for (const pause of breaks) {
          expect(ms(pause.start)).toBeGreaterThan(ms(start))
          expect(ms(pause.start)).toBeLessThan(ms(end))
          if (end !== null) expect(ms(pause.end)).toBeLessThanOrEqual(ms(end))
        }
      }
    }
  })
})

test('absences end no earlier than they start, and those of one employee never share a day', () => {
  holds(({ record }) => {
    for (const { absences } of record) {
      const sorted = absences.toSorted((a, b) => a.start.date.localeCompare(b.start.date))
      for (const [index, { start, end }] of sorted.entries()) {
        if (end) expect(end.date >= start.date).toBe(true)
        const next = sorted[index + 1]
        if (next) expect((end ?? start).date < next.start.date).toBe(true)
      }
    }
  })
})

test('ids and emails are unique', () => {
  holds(({ record }) => {
    const ids = record.flatMap(({ employee, clockings, absences }) =>
      [employee, ...clockings, ...absences].map(({ id }) => id),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(record.map(({ employee }) => employee.email)).size).toBe(record.length)
  })
})

test('it begins with exactly as many people as asked for, and people join and leave', () => {
  const organisation = organisationOf(1)
  const leftAt = (at: number) =>
    organisation.employees(at).filter(({ _metadata }) => _metadata.isTerminated).length
  expect(organisation.employees(startedAt)).toHaveLength(40)
  expect(organisation.employees(startedAt + 60 * day).length).toBeGreaterThan(42)
  expect(leftAt(startedAt + 60 * day)).toBeGreaterThan(leftAt(startedAt))
})

test('something changes often enough to be watched at 60 times the speed', () => {
  const organisation = organisationOf(1)
  const at = startedAt + 7 * day
  const changes = recordAt(organisation, at, 7)
    .flatMap(({ clockings }) => clockings)
    .flatMap(({ start, end, breaks }) => [start, end, ...breaks.flatMap((b) => [b.start, b.end])])
    .flatMap((moment) => (moment !== null && ms(moment) > startedAt ? [ms(moment)] : []))
    .toSorted((a, b) => a - b)
  const gaps = changes.slice(1).map((moment, index) => moment - (changes[index] ?? moment))
  expect(changes.length / 7).toBeGreaterThan(250)
  expect(Math.max(...gaps)).toBeLessThan(45 * 60_000)
})

test('every kind of mishap and absence is seen in three months', () => {
  const organisation = organisationOf(1)
  const seen = new Set<string>()
  for (let at = startedAt - 80 * day; at < startedAt; at += day / 2)
    for (const { clockings, absences } of recordAt(organisation, at, 1)) {
      for (const { note, start, end } of clockings) {
        if (note) seen.add(note)
        if (end === null && at - ms(start) > day / 2) seen.add('open for long')
      }
      for (const { $type, start, end } of absences) {
        seen.add($type).add(start.$type)
        if (end === null) seen.add(`${$type} without an end`)
      }
    }
  expect([...seen].sort()).toEqual([
    'Forgot to clock out; end entered by manager',
    'Holiday',
    'LocalDate',
    'LocalDatePart',
    'LocalDateTime',
    'Other',
    'Other without an end',
    'Sickness',
    'Sickness without an end',
    'Start corrected by manager',
    'Toil',
    'open for long',
  ])
})
