import { describe, expect, test } from 'vitest'
import { clock, employ, holiday, watch } from './support/people.ts'
import { type System, type SystemOptions, useSystems } from './support/system.ts'

const { start } = useSystems()

const newcomer = 20
const saturday = { start: '2026-11-21T09:00:00Z', end: '2026-11-21T17:00:00Z' }

/** Twelve people, a roster that was believed on Friday at five, and a poll a minute later. */
const untilFriday = async (options: SystemOptions = {}): Promise<System> => {
  const system = await start({ now: '2026-11-20T08:00:00Z', ...options })
  await watch(system, 12)
  await system.refreshAt('2026-11-20T17:00:00Z')
  await system.pollAt('2026-11-20T17:01:00Z')
  return system
}

/** Somebody new, hired after that roster, works on Saturday. */
const hire = ({ world }: System): void => {
  employ(world, newcomer)
  clock(world, newcomer, saturday)
}

const shiftTold = [
  `${newcomer} clocked-in ${saturday.start}`,
  `${newcomer} clocked-out ${saturday.end}`,
]

const aboutShift = async (system: System): Promise<string[]> =>
  (await system.told()).filter((line) => line.includes(' clocked-'))

describe("a newcomer's weekend is told on Monday", () => {
  test('where the roster was refused until then and polls went on', async () => {
    const system = await untilFriday()
    hire(system)
    const over = system.api.trouble({
      on: ({ of }) => of === 'employees',
      records: (records) => records.slice(0, 3),
    })
    for (let each = 0; each < 60; each += 6) {
      await system.pollAfter(6 * 60)
      await system.refresh()
    }
    over()
    await system.refreshAt('2026-11-23T08:00:00Z')
    await system.pollAfter(1)
    expect(await aboutShift(system)).toEqual(shiftTold)
  })

  test('where everything was down until then and the poll comes before the refresh', async () => {
    const system = await untilFriday()
    hire(system)
    await system.pollAt('2026-11-23T05:00:00Z')
    await system.refresh()
    await system.pollAfter(1)
    expect(await aboutShift(system)).toEqual(shiftTold)
  })

  test('where everything was down until then and the refresh comes before the poll', async () => {
    const system = await untilFriday()
    hire(system)
    await system.refreshAt('2026-11-23T05:00:00Z')
    await system.pollAfter(1)
    expect(await aboutShift(system)).toEqual(shiftTold)
  })

  test('where they are the first of a shard of their own', async () => {
    const system = await untilFriday({ polling: { shardSize: 12 } })
    hire(system)
    await system.refreshAt('2026-11-23T05:00:00Z')
    await system.poll('0002')
    expect(await aboutShift(system)).toEqual(shiftTold)
  })

  test('where they could not be asked at first', async () => {
    const system = await untilFriday()
    hire(system)
    await system.pollAt('2026-11-23T05:00:00Z')
    await system.refresh()
    const over = system.api.trouble({
      on: ({ employeeId }) => employeeId?.endsWith('20') === true,
      status: 403,
    })
    await system.pollAfter(1, 60)
    over()
    await system.pollAfter(31)
    expect(await aboutShift(system)).toEqual(shiftTold)
  })
})

test("a newcomer's absence of the weekend is told on Monday", async () => {
  const system = await untilFriday()
  employ(system.world, newcomer)
  holiday(system.world, newcomer, '2026-11-21', '2026-11-21')
  await system.pollAt('2026-11-23T05:00:00Z')
  await system.refresh()
  await system.pollAfter(1)
  expect((await system.told()).slice(1)).toEqual([
    `${newcomer} absence-started 2026-11-21T00:00:00Z`,
    `${newcomer} absence-ended 2026-11-22T00:00:00Z`,
  ])
})

test('a shift within the lookback before the last believed roster is told of a newcomer', async () => {
  const system = await untilFriday()
  employ(system.world, newcomer)
  clock(system.world, newcomer, { start: '2026-11-20T01:00:00Z', end: '2026-11-20T06:00:00Z' })
  await system.pollAt('2026-11-20T18:00:00Z')
  await system.refresh()
  await system.pollAfter(1)
  expect(await aboutShift(system)).toEqual([
    `${newcomer} clocked-in 2026-11-20T01:00:00Z`,
    `${newcomer} clocked-out 2026-11-20T06:00:00Z`,
  ])
})
