import { beforeAll, expect, test } from 'vitest'
import type { Employee } from '../../../../lib/workforce/contract/employee.ts'
import { anEmployee, uuid } from '../support/builders.ts'
import { fieldProblem, paths, problemOf, runningService } from '../support/running-service.ts'

type Page = { items: Employee[]; continuationToken: string | null }

const service = await runningService()
const list = (body?: unknown) => service.ask<Page>(paths.employees, body)
const idsOf = async (body?: unknown) => (await list(body)).items.map(({ id }) => id)
const inOrder = [1, 2, 3, 4, 5].map(uuid)

beforeAll(async () => {
  for (const employee of [
    anEmployee(4, { externalReference: 'shared' }),
    anEmployee(2),
    anEmployee(5, { _metadata: { isRegistered: false, isTerminated: true } }),
    anEmployee(1, { externalReference: 'shared' }),
    anEmployee(3),
  ])
    await service.control('PUT', `/employees/${employee.id}`, employee)
})

test.each([
  ['no body', undefined],
  ['null', 'null'],
  ['an empty object', {}],
  ['nulls throughout', { sortBy: null, filters: null, continuationToken: null, pageSize: null }],
  ['filters of null', { filters: { externalReference: null, email: null, isTerminated: null } }],
  ['no sorting', { sortBy: [] }],
  ['sorting by id', { sortBy: [{ field: 'Id' }] }],
])('lists everybody upwards by id for %s', async (_case, body) => {
  expect(await idsOf(body)).toEqual(inOrder)
})

test('lists downwards where asked to', async () => {
  const body = { sortBy: [{ field: 'Id', isAscending: false }] }
  expect(await idsOf(body)).toEqual(inOrder.toReversed())
})

test('shows each employee with every key of the spec', async () => {
  expect((await list()).items[0]).toEqual(anEmployee(1, { externalReference: 'shared' }))
})

test.each([
  [{ externalReference: 'shared' }, [1, 4]],
  [{ externalReference: 'Shared' }, []],
  [{ email: 'person.2@EXAMPLE.com' }, [2]],
  [{ isTerminated: true }, [5]],
  [{ isTerminated: false }, [1, 2, 3, 4]],
  [{ isTerminated: false, externalReference: 'shared', email: 'person.4@example.com' }, [4]],
])('filters by %j', async (filters, expected) => {
  expect(await idsOf({ filters })).toEqual(expected.map(uuid))
})

test.each([
  ['a body that is not JSON', '{', ['body']],
  ['a body that is no object', [], ['body']],
  ['a sort field other than Id', { sortBy: [{ field: 'Name' }] }, ['sortBy.0.field']],
  ['a sort option without a field', { sortBy: [{}] }, ['sortBy.0.field']],
  [
    'a direction of the wrong type',
    { sortBy: [{ field: 'Id', isAscending: 'yes' }] },
    ['sortBy.0.isAscending'],
  ],
  ['filters of the wrong type', { filters: 'all' }, ['filters']],
  ['a filter of the wrong type', { filters: { isTerminated: 'no' } }, ['filters.isTerminated']],
  ['a page size of 0', { pageSize: 0 }, ['pageSize']],
  ['a page size of 101', { pageSize: 101 }, ['pageSize']],
  ['half a page', { pageSize: 1.5 }, ['pageSize']],
  ['a page size in words', { pageSize: '10' }, ['pageSize']],
  ['a token of the wrong type', { continuationToken: 1 }, ['continuationToken']],
  ['two wrong fields', { pageSize: 0, filters: { email: 1 } }, ['filters.email', 'pageSize']],
])('refuses %s', async (_case, body, fields) => {
  const problem = await problemOf(await service.call(paths.employees, body))
  expect(problem).toEqual(fieldProblem(service, ...fields))
})

const sentAs = async (mediaType: string) =>
  service.send('POST', paths.employees, '{}', {
    'Content-Type': mediaType,
    Authorization: `Bearer ${await service.newToken()}`,
  })

test.each(['text/plain', 'application/vnd.api+json', 'application/json-patch'])(
  'refuses a body that is sent as %s',
  async (mediaType) => {
    expect(await problemOf(await sentAs(mediaType))).toEqual(fieldProblem(service, 'body'))
  },
)

test.each(['application/json;charset=utf-8', 'Application/JSON'])(
  'takes a body that is sent as %s',
  async (mediaType) => {
    expect((await sentAs(mediaType)).status).toBe(200)
  },
)
