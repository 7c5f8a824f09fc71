import { afterEach, describe, expect, test } from 'vitest'
import { aClocking, aHoliday, anEmployee, uuid } from '../support/builders.ts'
import { now, paths, runningService } from '../support/running-service.ts'

type Page = { items: { id: string; start?: unknown; name?: unknown }[]; continuationToken: unknown }

const service = await runningService()
const people = [1, 2, 3, 4, 5]
for (const n of people) {
  await service.control('PUT', `/employees/${uuid(n)}`, anEmployee(n))
  const employeeId = uuid(n)
  await service.control('PUT', `/clockings/${uuid(n)}`, aClocking(n, { employeeId }))
  await service.control('PUT', `/absences/${uuid(n)}`, aHoliday(n, { employeeId }))
}

const about = (n: number) => ({ filters: { employeeId: uuid(n) } })
const clockings = (n = 1) => service.ask<Page>(paths.clockings, about(n))
const absences = (n = 1) => service.ask<Page>(paths.absences, about(n))
const employees = (question: object = {}) => service.ask<Page>(paths.employees, question)
const fault = (body: object) => service.control('POST', '/faults', { times: 1, ...body })
const idsOf = ({ items }: Page) => items.map(({ id }) => id)
const nothing = { items: [], continuationToken: null }

afterEach(async () => {
  await service.control('DELETE', '/faults')
})

describe('an empty answer', () => {
  test('shows none of what is there, once', async () => {
    for (const [on, ask] of Object.entries({ clockings, absences, employees })) {
      await fault({ on, kind: 'empty' })
      expect(await ask()).toEqual(nothing)
      expect((await ask()).items).not.toEqual([])
    }
  })

  test('may be about one employee alone', async () => {
    await fault({ on: 'clockings', kind: 'empty', employeeId: uuid(2) })
    expect(idsOf(await clockings(1))).toEqual([uuid(1)])
    expect(await clockings(2)).toEqual(nothing)
  })

  test('is for listings only: tokens and references go on, and use nothing up', async () => {
    await fault({ on: '*', kind: 'empty' })
    await service.renew()
    const reference = `/employees/v1/${uuid(1)}/external-reference`
    await service.call(reference, { externalReference: null }, 'PUT')
    expect(await absences()).toEqual(nothing)
  })

  test('still refuses what it always would', async () => {
    await fault({ on: 'clockings', kind: 'empty' })
    expect((await service.call(paths.clockings, { filters: {} })).status).toBe(422)
  })
})

describe('a short listing of employees', () => {
  test.each([
    ['a share', 0.5, [1, 2]],
    ['a number', 4, [1, 2, 3, 4]],
    ['nobody', 0, []],
    ['more than there are', 9, people],
  ])('shows %s of them, the first by id', async (_what, keep, shown) => {
    await fault({ on: 'employees', kind: 'short', keep })
    const page = await employees()
    expect([idsOf(page), page.continuationToken]).toEqual([shown.map(uuid), null])
    expect(idsOf(await employees())).toEqual(people.map(uuid))
  })

  test('is cut from those who are asked for, over all pages', async () => {
    const leaver = anEmployee(2, { _metadata: { isRegistered: true, isTerminated: true } })
    await service.control('PUT', `/employees/${uuid(2)}`, leaver)
    await fault({ on: 'employees', kind: 'short', keep: 3, times: 2 })
    const question = { filters: { isTerminated: false }, pageSize: 2 }
    const first = await employees(question)
    const { continuationToken } = first
    const second = await employees({ ...question, continuationToken })
    expect([idsOf(first), idsOf(second)]).toEqual([[uuid(1), uuid(3)], [uuid(4)]])
    expect(second.continuationToken).toBeNull()
    await service.control('PUT', `/employees/${uuid(2)}`, anEmployee(2))
  })
})

test('a stale answer shows what was on record so long ago', async () => {
  const later = new Date(Date.parse(now) + 60_000).toISOString()
  await service.control('PUT', '/clock', { now: later })
  await service.control('PUT', `/clockings/${uuid(1)}`, aClocking(1, { end: later }))
  await service.control('DELETE', `/clockings/${uuid(2)}`)
  await service.control('DELETE', `/employees/${uuid(3)}`)
  await fault({ on: '*', kind: 'stale', secondsAgo: 30, times: 4 })
  expect((await clockings(1)).items).toEqual([aClocking(1)])
  expect(idsOf(await clockings(2))).toEqual([uuid(2)])
  expect(idsOf(await absences(3))).toEqual([uuid(3)])
  expect(idsOf(await employees())).toEqual(people.map(uuid))

  const range = { from: now, to: later }
  const present = (n: number) =>
    service.ask<Page>(paths.clockings, { filters: { employeeId: uuid(n), ...range } })
  expect((await present(1)).items).toEqual([aClocking(1, { end: later })])
  expect(await present(2)).toEqual(nothing)
  expect(await absences(3)).toEqual(nothing)
})

test('a bad record keeps its id and breaks the contract; the others are as they are', async () => {
  await service.control('PUT', `/clockings/${uuid(11)}`, aClocking(11, { employeeId: uuid(5) }))
  const [first, second] = (await clockings(5)).items
  await fault({ on: '*', kind: 'bad-record', times: 3 })
  expect((await clockings(5)).items).toEqual([{ ...first, start: 'not a date' }, second])
  expect((await absences(5)).items[0]).toMatchObject({ id: uuid(5), start: 'not a date' })
  expect((await employees()).items[0]).toMatchObject({ id: uuid(1), name: null })
  expect((await clockings(5)).items).toEqual([first, second])
})

test('an answer without records has none to break', async () => {
  await fault({ on: 'clockings', kind: 'bad-record' })
  expect(await clockings(99)).toEqual(nothing)
})
