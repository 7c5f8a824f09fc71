import { beforeAll, expect, test } from 'vitest'
import type { Absence } from '../../../../lib/workforce/contract/absence.ts'
import { aHoliday, uuid } from '../support/builders.ts'
import { fieldProblem, paths, problemOf, runningService } from '../support/running-service.ts'

const service = await runningService()
const employeeId = uuid(1)
const date = (day: string) => ({ $type: 'LocalDate', date: day }) as const
const sick: Absence = {
  ...aHoliday(20),
  $type: 'Sickness',
  start: { $type: 'LocalDateTime', date: '2026-11-18', time: '10:30:00' },
  end: null,
  estimatedReturn: { date: '2026-11-23', time: null },
  isCertified: false,
  reason: { id: 3, description: 'Back pain' },
  duration: null,
  isPaid: true,
  paidDuration: null,
}
const half = { $type: 'LocalDatePart', date: '2026-11-16', datePart: 'FirstHalf' } as const

beforeAll(async () => {
  for (const absence of [
    aHoliday(10),
    sick,
    aHoliday(30, { start: half, end: half }),
    aHoliday(40, { start: date('2026-12-01'), end: date('2026-12-05') }),
    aHoliday(50, { employeeId: uuid(2) }),
  ])
    await service.control('PUT', `/absences/${absence.id}`, absence)
})

const found = async (filters: object) =>
  (await service.ask<{ items: Absence[] }>(paths.absences, { filters })).items

test('gives those of today in UTC where no range is given, with every key of the spec', async () => {
  expect(await found({ employeeId })).toEqual([sick, aHoliday(10)])
  expect(await found({ employeeId, from: null, to: null })).toEqual([sick, aHoliday(10)])
})

test.each([
  ['from alone reaches to today', { from: '2026-11-16' }, [30, 20, 10]],
  ['to alone begins today', { to: '2026-12-01' }, [20, 10, 40]],
  ['half a day counts as its day', { from: '2026-11-16', to: '2026-11-16' }, [30]],
  ['the last day is included', { from: '2026-12-05', to: '2026-12-05' }, [20, 40]],
  ['the day after is not', { from: '2026-12-06', to: '2027-06-01' }, [20]],
  ['from exactly 90 days ago', { from: '2026-08-22', to: '2026-11-16' }, [30]],
])('%s', async (_case, range, expected) => {
  const items = await found({ employeeId, ...range })
  expect(items.map(({ id }) => Number(id.slice(-2)))).toEqual(expected)
})

test('gives an empty page for an employee it does not know', async () => {
  const body = { filters: { employeeId: uuid(99) } }
  expect(await service.ask(paths.absences, body)).toEqual({ items: [], continuationToken: null })
})

test.each<[string, unknown, ...string[]]>([
  ['no body', undefined, 'body'],
  ['no filters', {}, 'filters'],
  ['no employee', { filters: {} }, 'filters.employeeId'],
  [
    'a date-time for a date',
    { filters: { employeeId, from: '2026-11-20T00:00:00Z' } },
    'filters.from',
  ],
  ['a day that is none', { filters: { employeeId, to: '2026-11-31' } }, 'filters.to'],
  ['from over 90 days ago', { filters: { employeeId, from: '2026-08-21' } }, 'filters.from'],
  [
    'to before from',
    { filters: { employeeId, from: '2026-11-19', to: '2026-11-18' } },
    'filters.from',
    'filters.to',
  ],
  [
    'from after today and no to',
    { filters: { employeeId, from: '2026-11-21' } },
    'filters.from',
    'filters.to',
  ],
  ['a page size of 101', { filters: { employeeId }, pageSize: 101 }, 'pageSize'],
  ['a made-up token', { filters: { employeeId }, continuationToken: '' }, 'continuationToken'],
])('refuses %s', async (_case, body, ...fields) => {
  const problem = await problemOf(await service.call(paths.absences, body))
  expect(problem).toEqual(fieldProblem(service, ...fields))
})
