import { expect, test } from 'vitest'
import type { Employee } from '../../../../lib/workforce/contract/employee.ts'
import { anEmployee, uuid } from '../support/builders.ts'
import { fieldProblem, paths, problemOf, runningService } from '../support/running-service.ts'

const service = await runningService({ employees: 3 })
await service.control('PUT', `/employees/${uuid(1)}`, anEmployee(1))
await service.control('PUT', `/employees/${uuid(2)}`, anEmployee(2))

const put = (id: string, body?: unknown) =>
  service.call(`/employees/v1/${id}/external-reference`, body, 'PUT')
const listed = async () => (await service.ask<{ items: Employee[] }>(paths.employees)).items
const referenceOf = async (id: string) =>
  (await listed()).find((employee) => employee.id === id)?.externalReference

test.each([['A'], ['x'.repeat(36)], [null]])(
  'sets %j and answers it',
  async (externalReference) => {
    const response = await put(uuid(1), { externalReference })
    expect([response.status, await response.json()]).toEqual([200, { externalReference }])
    expect(await referenceOf(uuid(1))).toBe(externalReference)
  },
)

test('lets several employees share one', async () => {
  for (const number of [1, 2])
    expect((await put(uuid(number), { externalReference: 'same' })).status).toBe(200)
})

test('sets that of a simulated employee for good', async () => {
  const simulated = (await listed()).find(({ id }) => id !== uuid(1) && id !== uuid(2))
  const id = simulated?.id ?? ''
  expect((await put(id.toUpperCase(), { externalReference: 'mine' })).status).toBe(200)
  service.clock.set({ now: service.clock.now() + 60_000 })
  expect(await referenceOf(id)).toBe('mine')
})

test('counts the characters of one as its document does, by code point', async () => {
  const longest = '🗿'.repeat(36)
  expect((await put(uuid(1), { externalReference: longest })).status).toBe(200)
  expect(await referenceOf(uuid(1))).toBe(longest)
  expect((await put(uuid(1), { externalReference: `${longest}!` })).status).toBe(422)
})

test.each([
  ['an empty one', { externalReference: '' }, 'externalReference'],
  ['one of 37 characters', { externalReference: 'x'.repeat(37) }, 'externalReference'],
  ['a number', { externalReference: 1 }, 'externalReference'],
  ['no key', {}, 'externalReference'],
  ['no body', undefined, 'body'],
  ['null for a body', 'null', 'body'],
  ['what is not JSON', 'reference', 'body'],
])('refuses %s', async (_case, body, field) => {
  expect(await problemOf(await put(uuid(1), body))).toEqual(fieldProblem(service, field))
})

test('refuses an id that is no UUID', async () => {
  const problem = await problemOf(await put('someone', { externalReference: 'A' }))
  expect(problem).toEqual(fieldProblem(service, 'employeeId'))
})

test('knows no employee who is not there', async () => {
  expect(await problemOf(await put(uuid(99), { externalReference: 'A' }))).toEqual({
    status: 404,
    mediaType: 'application/problem+json',
    type: `${service.problemsUrl}#resource-not-found`,
    statusInBody: 404,
    fields: undefined,
  })
})
