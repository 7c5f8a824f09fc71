import { describe, expect } from 'vitest'
import { holiday, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** A holiday that started this morning, and should have started tomorrow. */
const test = systemTest.extend(
  'putOff',
  ({ start }) =>
    async (from: string, to: string): Promise<{ system: System; id: string }> => {
      const system = await start({ now: '2026-11-16T08:00:00Z' })
      await watch(system, 2)
      const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
      await system.pollAfter(20)
      holiday(system.world, 1, from, to, id)
      await system.pollAfter(20, 20)
      expect((await system.published()).map((line) => line.split(' ')[1])).toEqual([
        'absence-started',
        'absence-amended',
      ])
      return { system, id }
    },
)

const namesOf = async (system: System) =>
  (await system.published()).map((line) => line.split(' ').slice(0, 2).join(' '))

describe('an absence that was published as started, and put off', () => {
  test('is published as withdrawn where it is cancelled before that', async ({ putOff }) => {
    const { system, id } = await putOff('2026-11-17', '2026-11-20')
    system.world.absences.delete(id)
    await system.pollAfter(20, 20, 20)
    expect(await namesOf(system)).toEqual(['1 absence-withdrawn'])
    await system.pollAfter(24 * 60, 20, 20)
    expect(await namesOf(system)).toEqual([])
  })

  test('for weeks is published as withdrawn by the time that it should start', async ({
    putOff,
  }) => {
    const { system, id } = await putOff('2026-12-07', '2026-12-11')
    system.world.absences.delete(id)
    await system.pollAt('2026-12-06T00:00:00Z')
    await system.pollAfter(20, 20)
    expect(await namesOf(system)).toEqual(['1 absence-withdrawn'])
  })

  test('is published as amended each time that it is put off further', async ({ putOff }) => {
    const { system, id } = await putOff('2026-11-17', '2026-11-20')
    holiday(system.world, 1, '2026-11-18', '2026-11-20', id)
    await system.pollAfter(20, 20)
    expect(await namesOf(system)).toEqual(['1 absence-amended'])
  })

  test('is published as started once more when it starts, and as ended', async ({ putOff }) => {
    const { system } = await putOff('2026-11-17', '2026-11-18')
    await system.pollAfter(24 * 60, 20)
    expect(await namesOf(system)).toEqual(['1 absence-started'])
    await system.pollAfter(48 * 60, 20)
    expect(await namesOf(system)).toEqual(['1 absence-ended'])
  })

  test('is published as withdrawn where it is given to somebody else', async ({ putOff }) => {
    const { system, id } = await putOff('2026-11-17', '2026-11-20')
    holiday(system.world, 2, '2026-11-17', '2026-11-20', id)
    await system.pollAfter(20, 20, 20)
    expect(await namesOf(system)).toEqual(['1 absence-withdrawn'])
  })
})
