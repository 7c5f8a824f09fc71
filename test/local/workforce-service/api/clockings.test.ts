import { beforeAll, expect, test } from 'vitest'
import type { Clocking } from '../../../../lib/workforce/contract/clocking.ts'
import { aClocking, uuid } from '../support/builders.ts'
import { fieldProblem, paths, problemOf, runningService } from '../support/running-service.ts'

const service = await runningService()
const employeeId = uuid(1)
const open = aClocking(30, { start: '2026-11-20T08:00:00Z' })
const closed = aClocking(10, {
  start: '2026-11-19T08:00:00Z',
  end: '2026-11-19T16:00:00Z',
  breaks: [{ id: uuid(11), start: '2026-11-19T12:00:00Z', end: '2026-11-19T12:30:00Z' }],
})
const older = aClocking(20, { start: '2026-09-01T08:00:00Z', end: '2026-09-01T16:00:00Z' })

beforeAll(async () => {
  for (const clocking of [open, closed, older, aClocking(40, { employeeId: uuid(2) })])
    await service.control('PUT', `/clockings/${clocking.id}`, clocking)
})

const found = async (filters: object) =>
  (await service.ask<{ items: Clocking[] }>(paths.clockings, { filters })).items
const idsOf = async (range: object) =>
  (await found({ employeeId, ...range })).map(({ id }) => Number(id.slice(-2)))

test('gives the active clockings of the employee where no range is given', async () => {
  expect(await found({ employeeId })).toEqual([open])
  expect(await found({ employeeId, from: null, to: null })).toEqual([open])
})

test('gives what is active at any moment of the range, oldest start first', async () => {
  const range = { from: '2026-11-19T15:00:00Z', to: '2026-11-20T09:00:00Z' }
  expect(await found({ employeeId, ...range })).toEqual([closed, open])
})

test.each([
  ['from alone, within', { from: '2026-11-19T10:00:00Z' }, [10]],
  ['from alone, between', { from: '2026-11-19T20:00:00Z' }, []],
  ['from alone, while one is open', { from: '2026-11-20T09:00:00Z' }, [30]],
  ['to alone', { to: '2026-11-19T10:00:00Z' }, [10]],
  ['ending at the first moment', { from: '2026-11-19T16:00:00Z' }, [10]],
  [
    'starting at the last moment',
    { from: '2026-11-19T07:00:00Z', to: '2026-11-19T08:00:00Z' },
    [10],
  ],
  ['just after', { from: '2026-11-19T16:00:00.001Z' }, []],
  ['just before', { from: '2026-11-19T07:59:59.999Z' }, []],
  ['with an offset', { from: '2026-11-19T21:00:00+11:00' }, [10]],
  ['without seconds', { from: '2026-11-19T10:00Z' }, [10]],
  ['without an offset, which is UTC', { from: '2026-11-19T10:00:00' }, [10]],
  [
    'a range of exactly 31 days',
    { from: '2026-10-20T12:00:00Z', to: '2026-11-20T12:00:00Z' },
    [10, 30],
  ],
  ['from exactly 90 days ago', { from: '2026-08-22T12:00:00Z', to: '2026-09-02T00:00:00Z' }, [20]],
  ['a range in the future, for what is still open', { from: '2026-12-01T00:00:00Z' }, [30]],
])('takes %s', async (_case, range, expected) => {
  expect(await idsOf(range)).toEqual(expected)
})

test('takes an id in capitals', async () => {
  await service.control(
    'PUT',
    `/clockings/${uuid(50)}`,
    aClocking(50, { employeeId: 'ABCDEF00-0000-4000-8000-00000000000a' }),
  )
  expect(await found({ employeeId: 'abcdef00-0000-4000-8000-00000000000A' })).toHaveLength(1)
})

test('gives an empty page for an employee it does not know', async () => {
  const body = { filters: { employeeId: uuid(99) } }
  expect(await service.ask(paths.clockings, body)).toEqual({ items: [], continuationToken: null })
})

test.each<[string, unknown, ...string[]]>([
  ['no body', undefined, 'body'],
  ['null', 'null', 'body'],
  ['what is not JSON', 'filters', 'body'],
  ['no filters', {}, 'filters'],
  ['no employee', { filters: {} }, 'filters.employeeId'],
  ['an employee id that is no UUID', { filters: { employeeId: '12' } }, 'filters.employeeId'],
  ['a date for a date-time', { filters: { employeeId, from: '2026-11-20' } }, 'filters.from'],
  ['a day that is none', { filters: { employeeId, from: '2026-02-30T00:00:00Z' } }, 'filters.from'],
  ['a number for a date-time', { filters: { employeeId, to: 1 } }, 'filters.to'],
  [
    'from over 90 days ago',
    { filters: { employeeId, from: '2026-08-22T11:59:59Z' } },
    'filters.from',
  ],
  [
    'to alone over 90 days ago',
    { filters: { employeeId, to: '2026-08-22T11:59:59Z' } },
    'filters.to',
  ],
  [
    'a range over 31 days',
    { filters: { employeeId, from: '2026-10-20T11:59:59Z', to: '2026-11-20T12:00:00Z' } },
    'filters.from',
    'filters.to',
  ],
  [
    'to before from',
    { filters: { employeeId, from: '2026-11-20T12:00:00Z', to: '2026-11-20T11:59:59Z' } },
    'filters.from',
    'filters.to',
  ],
  ['a page size of 0', { filters: { employeeId }, pageSize: 0 }, 'pageSize'],
  ['a page size of 101', { filters: { employeeId }, pageSize: 101 }, 'pageSize'],
  ['a made-up token', { filters: { employeeId }, continuationToken: 'x.y' }, 'continuationToken'],
])('refuses %s', async (_case, body, ...fields) => {
  const problem = await problemOf(await service.call(paths.clockings, body))
  expect(problem).toEqual(fieldProblem(service, ...fields))
})
