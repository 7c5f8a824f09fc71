import { describe, expect } from 'vitest'
import { clock, correct, employ, holiday } from '../support/people.ts'
import { test } from '../support/watched.ts'

const monday = { start: '2026-11-16T09:00:00Z', end: '2026-11-16T16:00:00Z' }

describe('a shift that is corrected to a date far outside of the window', () => {
  test.for<[string, string]>([
    ['three weeks earlier', '2026-10-26'],
    ['eleven weeks earlier', '2026-09-01'],
    ['three weeks later', '2026-12-07'],
  ])('is published as amended, not as removed: %s', async ([, date], { begin }) => {
    const system = await begin()
    const id = clock(system.world, 1, monday)
    await system.pollAt('2026-11-16T17:00:00Z')
    await system.events()
    correct(system.world, id, { start: `${date}T09:00:00Z`, end: `${date}T16:00:00Z` })
    await system.pollAfter(1, 11, 11)
    expect(await system.events()).toMatchObject([
      {
        type: 'attendance.clocking-amended',
        data: {
          changes: [
            { field: 'end', after: `${date}T16:00:00Z` },
            { field: 'start', after: `${date}T09:00:00Z` },
          ],
        },
      },
    ])
    expect(system.api.broken).toEqual([])
  })
})

test.for<[string, string, string]>([
  ['five weeks earlier', '2026-10-12', '2026-10-14'],
  ['five weeks later', '2026-12-21', '2026-12-23'],
])(
  'an absence that is moved far away is published as amended, not as withdrawn: %s',
  async ([, from, to], { begin }) => {
    const system = await begin()
    const id = holiday(system.world, 1, '2026-11-16', '2026-11-20')
    await system.pollAfter(16)
    expect(await system.published()).toEqual(['1 absence-started 2026-11-16T00:00:00Z'])
    holiday(system.world, 1, from, to, id)
    await system.pollAfter(16, 16, 16)
    const published = (await system.published()).map((line) => line.split(' ')[1])
    expect(published[0]).toBe('absence-amended')
    expect(published).not.toContain('absence-withdrawn')
  },
)

test('two polls of a shard at the same time tell everything once', async ({ begin }) => {
  const system = await begin()
  clock(system.world, 1, monday)
  system.clock.set('2026-11-16T17:00:00Z')
  await Promise.all([system.poll(), system.poll(), system.poll()])
  expect(await system.published()).toEqual([
    '1 clocked-in 2026-11-16T09:00:00Z',
    '1 clocked-out 2026-11-16T16:00:00Z',
  ])
})

test('a poll and a refresh of the roster at the same time lose nothing of each other', async ({
  begin,
}) => {
  const system = await begin()
  for (let round = 0; round < 6; round++) {
    const start = system.clock.moment()
    system.clock.pass(10 * 60_000)
    employ(system.world, 1, { name: { givenName: 'Ada', familyName: `Amended ${round}` } })
    clock(system.world, 1, { start, end: system.clock.moment() })
    await Promise.all([system.poll(), system.refresh()])
  }
  await system.pollAfter(1)
  await system.refresh()
  // What the poll has published and not yet vouched for, the refresh may publish again, under the same id.
  await system.events()
  const told = [...new Map(system.history.map((event) => [event.id, event])).values()]
  const kinds = told.map(({ type }) => type)
  expect(kinds.filter((type) => type === 'attendance.clocked-in')).toHaveLength(6)
  expect(kinds.filter((type) => type === 'attendance.clocked-out')).toHaveLength(6)
  const names = told.flatMap(({ type, data }) =>
    type === 'attendance.employee-changed' ? [data.employee.familyName] : [],
  )
  expect(names.at(-1)).toBe('Amended 5')
  const numbers = told.map(({ sequence }) => Number(sequence))
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
})

describe('a clock that was wrong for one poll', () => {
  test.for<[string, string]>([
    ['two days ahead', '2026-11-18T17:00:00Z'],
    ['an hour behind', '2026-11-16T16:00:00Z'],
  ])('holds nothing up once it is right: %s', async ([, wrong], { begin }) => {
    const system = await begin()
    await system.pollAt('2026-11-16T17:00:00Z')
    await system.pollAt(wrong)
    clock(system.world, 1, monday)
    clock(system.world, 2, { start: '2026-11-16T17:00:30Z', end: null })
    await system.pollAt('2026-11-16T17:01:00Z')
    await system.pollAfter(1)
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-16T09:00:00Z',
      '1 clocked-out 2026-11-16T16:00:00Z',
      '2 clocked-in 2026-11-16T17:00:30Z',
    ])
    expect(system.api.broken).toEqual([])
  })
})
