import { describe, expect } from 'vitest'
import { dismiss, employ, holiday, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Somebody on sick leave, of whom the API says nothing more from a week before they left. */
const test = systemTest.extend(
  'sickAndRefused',
  ({ start }) =>
    async (end: string | null, refused: readonly string[]) => {
      const system = await start({ now: '2026-11-02T08:00:00Z' })
      await watch(system, 2)
      holiday(system.world, 1, '2026-11-02', end)
      await system.pollAfter(30)
      const over = system.api.trouble({
        on: ({ of, employeeId }) => refused.includes(of) && employeeId === personId(1),
        status: 403,
      })
      for (let day = 3; day <= 9; day++) await system.pollAt(`2026-11-0${day}T08:00:00Z`)
      dismiss(system.world, 1)
      await system.refreshAt('2026-11-10T10:00:00Z')
      await system.refreshAt('2026-11-10T11:00:00Z')
      await system.events()
      await system.pollAt('2026-11-11T12:00:00Z')
      return { system, over }
    },
)

const requestsAbout = ({ api }: System): number =>
  api.asked().filter(({ employeeId }) => employeeId === personId(1)).length

test('somebody who was given up and is back loses no absence from before their clockings were refused', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const isOf = (kind: string) => (asked: { of: string; employeeId: string | null }) =>
    asked.of === kind && asked.employeeId === personId(1)
  const absencesOver = system.api.trouble({ on: isOf('absences'), status: 403 })
  await system.pollAt('2026-11-17T08:00:00Z')
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  for (let n = 0; n < 4; n++) await system.pollAfter(24 * 60)
  const clockingsOver = system.api.trouble({ on: isOf('clockings'), status: 403 })
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-22T10:00:00Z')
  await system.refreshAt('2026-11-22T11:00:00Z')
  for (let n = 0; n < 3; n++) await system.pollAfter(24 * 60)
  expect(await system.table.employee(personId(1))).toMatchObject({
    restSince: { S: expect.any(String) },
  })
  absencesOver()
  clockingsOver()
  employ(system.world, 1)
  await system.refresh()
  await system.pollAfter(60)
  await system.refresh()
  await system.pollAfter(1, 31)
  expect((await system.published()).filter((each) => each.includes('absence'))).toEqual([
    '1 absence-started 2026-11-17T00:00:00Z',
    '1 absence-ended 2026-11-18T00:00:00Z',
  ])
})

test('who is given up because their clockings are refused is told of the absences up to then', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  system.api.trouble({
    on: ({ of, employeeId }) => of === 'clockings' && employeeId === personId(1),
    status: 403,
  })
  dismiss(system.world, 1)
  await system.refreshAt('2026-11-17T10:00:00Z')
  await system.refreshAt('2026-11-17T11:00:00Z')
  await system.events()
  const known = holiday(system.world, 1, '2026-11-18', '2026-11-18')
  await system.pollAt('2026-11-17T12:00:00Z')
  expect(await system.published()).toEqual([])
  holiday(system.world, 1, '2026-11-17', '2026-11-17')
  await system.pollAt('2026-11-18T12:00:00Z')
  expect(system.sum('LeaversRefused')).toBe(0)
  const published = await system.events()
  expect(published.map(({ type, time }) => `${type} ${time}`)).toEqual([
    'attendance.absence-started 2026-11-17T00:00:00Z',
    'attendance.absence-started 2026-11-18T00:00:00Z',
    'attendance.absence-ended 2026-11-18T00:00:00Z',
  ])
  expect(published[1]).toMatchObject({ data: { absence: { id: known } } })
  await system.pollAt('2026-11-19T12:00:00Z')
  expect(await system.published()).toEqual(['1 absence-ended 2026-11-19T00:00:00Z'])
  await system.pollAt('2026-11-20T00:00:00Z')
  expect(system.sum('LeaversRefused')).toBe(1)
  system.api.asked()
  await system.pollAfter(60)
  expect(requestsAbout(system)).toBe(0)
})

describe('who is given up with an absence that has started', () => {
  /** Who is back on the roster is so once a second one says so. */
  const isBack = async (system: System): Promise<void> => {
    employ(system.world, 1)
    await system.refresh()
    await system.pollAfter(30)
    await system.refresh()
    await system.pollAfter(1, 31)
  }

  test('is not told of it a second time when they are back soon', async ({ sickAndRefused }) => {
    const { system, over } = await sickAndRefused(null, ['clockings', 'absences'])
    expect(system.sum('LeaversRefused')).toBe(1)
    await system.refreshAt('2026-11-11T18:00:00Z')
    over()
    await isBack(system)
    expect(await system.published()).toEqual(['1 employee-joined 2026-11-11T18:30:00Z'])
  })

  test('is told of its end when they are back weeks later', async ({ sickAndRefused }) => {
    const { system, over } = await sickAndRefused('2026-11-14', ['clockings', 'absences'])
    await system.refreshAt('2026-12-01T08:00:00Z')
    over()
    await isBack(system)
    expect(await system.published()).toEqual([
      '1 employee-joined 2026-12-01T08:30:00Z',
      '1 absence-ended 2026-11-15T00:00:00Z',
    ])
  })

  test('is asked about while absences are answered, until it is over everywhere', async ({
    sickAndRefused,
  }) => {
    const { system } = await sickAndRefused(null, ['clockings'])
    expect(system.sum('LeaversRefused')).toBe(0)
    const [sickness] = system.world.absences.values()
    if (sickness === undefined) throw new Error('There is no absence')
    const end = { $type: 'LocalDate' as const, date: '2026-11-12' }
    system.world.absences.set(sickness.id, { ...sickness, end })
    await system.pollAt('2026-11-12T12:00:00Z')
    await system.pollAt('2026-11-13T11:00:00Z')
    expect(await system.published()).toEqual([
      expect.stringContaining('1 absence-amended'),
      '1 absence-ended 2026-11-13T00:00:00Z',
    ])
    expect(system.sum('LeaversRefused')).toBe(0)
    await system.pollAt('2026-11-13T12:00:00Z')
    expect(system.sum('LeaversRefused')).toBe(1)
  })

  test('is not asked about for ever', async ({ sickAndRefused }) => {
    const { system } = await sickAndRefused(null, ['clockings'])
    await system.pollAt('2027-02-08T12:00:00Z')
    await system.pollAt('2027-02-09T12:00:00Z')
    expect(system.sum('LeaversRefused')).toBe(1)
    system.api.asked()
    await system.pollAfter(60)
    expect(requestsAbout(system)).toBe(0)
  })

  test('is not told of it a second time when they are back once their state is gone', async ({
    sickAndRefused,
  }) => {
    const { system, over } = await sickAndRefused('2026-11-12', ['clockings'])
    for (let n = 0; n < 5; n++) await system.pollAfter(24 * 60)
    expect(system.sum('LeaversRefused')).toBe(1)
    expect(await system.published()).toEqual(['1 absence-ended 2026-11-13T00:00:00Z'])
    await system.refreshAt('2026-12-01T08:00:00Z')
    await system.poll()
    over()
    await isBack(system)
    expect(await system.published()).toEqual(['1 employee-joined 2026-12-01T08:30:00Z'])
  })
})
