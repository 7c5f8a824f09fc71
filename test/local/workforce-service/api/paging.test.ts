import { beforeAll, expect, test } from 'vitest'
import { aClocking, aHoliday, anEmployee, uuid } from '../support/builders.ts'
import { fieldProblem, now, paths, problemOf, runningService } from '../support/running-service.ts'

type Page = { items: { id: string }[]; continuationToken: string | null }

const service = await runningService()
const employeeId = uuid(1)
const numbers = Array.from({ length: 205 }, (_, index) => index + 1)
const ids = numbers.map(uuid)
const filters = { employeeId, from: '2026-11-19T00:00:00Z', to: now }
const startOf = (number: number) => new Date(Date.parse('2026-11-19T00:00:00Z') + number * 60_000)

beforeAll(async () => {
  for (const number of numbers)
    await Promise.all([
      service.control('PUT', `/employees/${uuid(number)}`, anEmployee(number)),
      service.control('PUT', `/absences/${uuid(number)}`, aHoliday(number)),
      service.control(
        'PUT',
        `/clockings/${uuid(number)}`,
        aClocking(number, { start: startOf(number).toISOString() }),
      ),
    ])
})

const pagesOf = async (path: string, body: object, betweenPages = async () => {}) => {
  const pages: string[][] = []
  let continuationToken: string | null = null
  do {
    const page: Page = await service.ask(path, { ...body, continuationToken })
    pages.push(page.items.map(({ id }) => id))
    continuationToken = page.continuationToken
    await betweenPages()
  } while (continuationToken !== null)
  return pages
}

const listings = [
  ['employees', paths.employees, {}],
  ['clockings', paths.clockings, { filters }],
  ['absences', paths.absences, { filters: { employeeId } }],
] as const

test.each(listings)('%s come 100 to a page unless asked otherwise', async (_name, path, body) => {
  const pages = await pagesOf(path, body)
  expect(pages.map((page) => page.length)).toEqual([100, 100, 5])
  expect(pages.flat()).toEqual(ids)
})

test.each(listings)('%s come in pages of any size asked for', async (_name, path, body) => {
  expect((await pagesOf(path, { ...body, pageSize: 41 })).flat()).toEqual(ids)
})

test('the last page has no token, even where it is full', async () => {
  const page = await service.ask<Page>(paths.clockings, { filters, pageSize: 100 })
  const rest = { filters: { ...filters, to: startOf(100).toISOString() }, pageSize: 100 }
  expect(page.continuationToken).toEqual(expect.any(String))
  expect((await service.ask<Page>(paths.clockings, rest)).continuationToken).toBeNull()
})

test('pages go downwards where the sorting does', async () => {
  const body = { sortBy: [{ field: 'Id', isAscending: false }], pageSize: 100 }
  expect((await pagesOf(paths.employees, body)).flat()).toEqual(ids.toReversed())
})

test('the size may change from page to page', async () => {
  const first = await service.ask<Page>(paths.clockings, { filters, pageSize: 2 })
  const { continuationToken } = first
  const second = await service.ask<Page>(paths.clockings, {
    filters,
    pageSize: 3,
    continuationToken,
  })
  expect(second.items.map(({ id }) => id)).toEqual([3, 4, 5].map(uuid))
})

test('no item is repeated or skipped when others come and go between pages', async () => {
  let number = 1000
  const pages = await pagesOf(paths.clockings, { filters, pageSize: 50 }, async () => {
    number += 1
    const early = aClocking(number, { start: startOf(0).toISOString() })
    await service.control('PUT', `/clockings/${early.id}`, early)
  })
  expect(pages.flat()).toEqual(ids)
  for (let added = 1001; added <= number; added += 1)
    await service.control('DELETE', `/clockings/${uuid(added)}`)
})

test('the pages of what is active now keep the moment of the first', async () => {
  const body = { filters: { employeeId }, pageSize: 80 }
  const pages = await pagesOf(paths.clockings, body, async () => {
    service.clock.set({ now: service.clock.now() + 1_000 })
  })
  expect(pages.flat()).toEqual(ids)
  service.clock.set({ now: Date.parse(now) })
})

test.each([
  ['another employee', paths.clockings, { filters: { ...filters, employeeId: uuid(2) } }],
  ['another from', paths.clockings, { filters: { ...filters, from: '2026-11-18T00:00:00Z' } }],
  ['no to', paths.clockings, { filters: { employeeId, from: filters.from } }],
  ['another listing', paths.absences, { filters: { employeeId } }],
  ['another listing without filters', paths.employees, {}],
])('refuses a token used with %s', async (_case, path, body) => {
  const { continuationToken } = await service.ask<Page>(paths.clockings, { filters, pageSize: 1 })
  const problem = await problemOf(await service.call(path, { ...body, continuationToken }))
  expect(problem).toEqual(fieldProblem(service, 'continuationToken'))
})

test('refuses a token used with another sorting', async () => {
  const { continuationToken } = await service.ask<Page>(paths.employees, { pageSize: 1 })
  const body = { sortBy: [{ field: 'Id', isAscending: false }], continuationToken }
  const problem = await problemOf(await service.call(paths.employees, body))
  expect(problem).toEqual(fieldProblem(service, 'continuationToken'))
})

test.each([
  ['cut short', (token: string) => token.slice(0, -1)],
  ['made longer', (token: string) => `${token}A`],
  ['changed at its beginning', (token: string) => `A${token.slice(1)}`],
  ['with a third part', (token: string) => `${token}.A`],
])('refuses a token %s', async (_case, change) => {
  const { continuationToken } = await service.ask<Page>(paths.employees, { pageSize: 1 })
  const body = { continuationToken: change(continuationToken ?? '') }
  const problem = await problemOf(await service.call(paths.employees, body))
  expect(problem).toEqual(fieldProblem(service, 'continuationToken'))
})
