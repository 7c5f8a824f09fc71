import { describe, expect } from 'vitest'
import { clock, correct, employ, holiday, personId, watch } from '../support/people.ts'
import { spoilEmployee } from '../support/spoil.ts'
import { type System, type SystemOptions, test as systemTest } from '../support/system.ts'

const newcomer = 20
const saturday = { start: '2026-11-21T09:00:00Z', end: '2026-11-21T17:00:00Z' }

/** Twelve people, a roster that was believed on Friday at five, and a poll a minute later. */
const test = systemTest.extend(
  'untilFriday',
  ({ start }) =>
    async (options: SystemOptions = {}): Promise<System> => {
      const system = await start({ now: '2026-11-20T08:00:00Z', ...options })
      await watch(system, 12)
      await system.refreshAt('2026-11-20T17:00:00Z')
      await system.pollAt('2026-11-20T17:01:00Z')
      return system
    },
)

/** Somebody new, hired after that roster, works on Saturday. */
const hire = ({ world }: System): void => {
  employ(world, newcomer)
  clock(world, newcomer, saturday)
}

const shiftPublished = [
  `${newcomer} clocked-in ${saturday.start}`,
  `${newcomer} clocked-out ${saturday.end}`,
]

const aboutShift = async (system: System): Promise<string[]> =>
  (await system.published()).filter((line) => line.includes(' clocked-'))

describe("a newcomer's weekend is published on Monday", () => {
  test('where the roster was refused until then and polls went on', async ({ untilFriday }) => {
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
    expect(await aboutShift(system)).toEqual(shiftPublished)
  })

  test('where everything was down until then and the poll comes before the refresh', async ({
    untilFriday,
  }) => {
    const system = await untilFriday()
    hire(system)
    await system.pollAt('2026-11-23T05:00:00Z')
    await system.refresh()
    await system.pollAfter(1)
    expect(await aboutShift(system)).toEqual(shiftPublished)
  })

  test('where everything was down until then and the refresh comes before the poll', async ({
    untilFriday,
  }) => {
    const system = await untilFriday()
    hire(system)
    await system.refreshAt('2026-11-23T05:00:00Z')
    await system.pollAfter(1)
    expect(await aboutShift(system)).toEqual(shiftPublished)
  })

  test('where they are the first of a shard of their own', async ({ untilFriday }) => {
    const system = await untilFriday({ polling: { shardSize: 12 } })
    hire(system)
    await system.refreshAt('2026-11-23T05:00:00Z')
    await system.poll('0002')
    expect(await aboutShift(system)).toEqual(shiftPublished)
  })

  test('where they could not be asked at first', async ({ untilFriday }) => {
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
    expect(await aboutShift(system)).toEqual(shiftPublished)
  })
})

test('of who could not be asked at the first run, only what happened after it is published', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-20T08:00:00Z' })
  const over = system.api.trouble({
    on: ({ employeeId }) => employeeId === personId(1),
    status: 403,
  })
  clock(system.world, 1, { start: '2026-11-20T01:00:00Z', end: '2026-11-20T06:00:00Z' })
  const id = clock(system.world, 1, { start: '2026-11-20T07:00:00Z', end: null })
  await watch(system, 2)
  await system.pollAfter(60, 60, 60)
  correct(system.world, id, { end: '2026-11-20T09:30:00Z' })
  over()
  await system.pollAfter(31)
  expect(await system.published()).toEqual(['1 clocked-out 2026-11-20T09:30:00Z'])
})

test("a newcomer's absence of the weekend is published on Monday", async ({ untilFriday }) => {
  const system = await untilFriday()
  employ(system.world, newcomer)
  holiday(system.world, newcomer, '2026-11-21', '2026-11-21')
  await system.pollAt('2026-11-23T05:00:00Z')
  await system.refresh()
  await system.pollAfter(1)
  expect((await system.published()).slice(1)).toEqual([
    `${newcomer} absence-started 2026-11-21T00:00:00Z`,
    `${newcomer} absence-ended 2026-11-22T00:00:00Z`,
  ])
})

test('a shift within the lookback before the last believed roster is told of a newcomer', async ({
  untilFriday,
}) => {
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

test.for([
  ['id', { id: null }],
  ['record', { name: null }],
] as const)(
  'whose %s on the roster cannot be read for days loses nothing of these days',
  async ([, change], { start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 3)
    employ(system.world, newcomer)
    const mend = spoilEmployee(system, newcomer, change)
    for (const date of ['2026-11-16', '2026-11-17'])
      clock(system.world, newcomer, { start: `${date}T09:00:00Z`, end: `${date}T17:00:00Z` })
    for (const day of [16, 17, 18, 19]) await system.refreshAt(`2026-11-${day}T20:00:00Z`)
    await system.pollAfter(1)
    mend()
    await system.refreshAt('2026-11-19T21:00:00Z')
    await system.pollAfter(1)
    expect(await system.published()).toEqual([
      '20 employee-joined 2026-11-19T21:00:00Z',
      '20 clocked-in 2026-11-16T09:00:00Z',
      '20 clocked-out 2026-11-16T17:00:00Z',
      '20 clocked-in 2026-11-17T09:00:00Z',
      '20 clocked-out 2026-11-17T17:00:00Z',
    ])
  },
)
