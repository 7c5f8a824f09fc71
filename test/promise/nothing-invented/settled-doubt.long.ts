import { expect } from 'vitest'
import { aBreak } from '../../harness/builders.ts'
import { clock, correct, employ, holiday, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

test('a clocking that is corrected at the edge of the window and then deleted is settled', async ({
  start,
}) => {
  const system = await start({
    now: '2026-11-16T08:00:00Z',
    polling: { clockingsEverySeconds: 3_600 },
  })
  await watch(system, 2)
  const id = clock(system.world, 1, {
    start: '2026-11-16T09:00:00Z',
    end: '2026-11-16T16:00:00Z',
    breaks: [aBreak({ start: '2026-11-16T12:00:00Z', end: '2026-11-16T12:30:00Z' })],
  })
  for (let n = 0; n < 32; n++) await system.pollAfter(60)
  // It is 16:00 on Tuesday. A manager takes the break back.
  expect(system.clock.moment()).toBe('2026-11-17T16:00:00Z')
  await system.events()
  correct(system.world, id, { breaks: [] })
  await system.pollAfter(60)
  // And then deletes the whole of it.
  system.world.clockings.delete(id)
  await system.pollAfter(60, 60, 60, 60)
  system.api.asked()
  await system.pollAfter(60)
  const requests = system.api.asked().filter(({ of }) => of === 'clockings')
  expect
    .soft((await system.published()).map((each) => each.split(' ')[1]))
    .toEqual(['clocking-removed'])
  expect(requests).toHaveLength(2)
})

test('an ended absence that goes back to what it was and is then deleted is settled', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const id = holiday(system.world, 1, '2026-11-13', '2026-11-16')
  await system.pollAfter(16)
  holiday(system.world, 1, '2026-11-14', '2026-11-16', id)
  await system.pollAt('2026-11-17T09:00:00Z')
  holiday(system.world, 1, '2026-11-13', '2026-11-16', id)
  await system.pollAfter(16)
  system.world.absences.delete(id)
  await system.pollAfter(16)
  for (let each = 0; each < 8; each++) await system.pollAfter(24 * 60)
  system.api.asked()
  await system.pollAfter(16)
  const requests = system.api.asked().filter(({ of }) => of === 'absences')
  expect(requests).toHaveLength(2)
})

test('one that was open for over 90 days and is shown no more does not cost requests at every poll', async ({
  start,
}) => {
  const system = await start({ now: '2026-08-01T08:00:00Z' })
  await watch(system, 1)
  const id = clock(system.world, 1, { start: '2026-08-01T09:00:00Z', end: null })
  for (let each = 0; each < 93; each++) await system.pollAfter(24 * 60)
  system.world.clockings.delete(id)
  await system.pollAfter(1, 11, 1, 1, 1)
  system.api.asked()
  await system.pollAfter(1, 1, 1, 1, 1)
  const requests = system.api.asked().filter(({ of }) => of === 'clockings')
  expect(requests.length).toBeLessThan(10)
})

test('with a lookback of an hour, a shift that is corrected twice is not published as clocked in and out twice', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z', polling: { lookbackHours: 1 } })
  await watch(system, 1)
  const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: '2026-11-16T14:00:00Z' })
  await system.pollAt('2026-11-16T14:01:00Z')
  correct(system.world, id, { end: '2026-11-16T13:10:00Z' })
  await system.pollAt('2026-11-16T14:05:00Z')
  expect((await system.events()).map(({ type }) => type.slice(11))).toEqual([
    'clocked-in',
    'clocked-out',
    'clocking-amended',
  ])
  // The person's item is written for another reason: a break between two doors.
  clock(system.world, 1, { start: '2026-11-16T14:15:00Z', end: null })
  await system.pollAt('2026-11-16T14:20:00Z')
  await system.events()
  // One answer of a replica that lags.
  correct(system.world, id, { end: '2026-11-16T14:00:00Z' })
  await system.pollAt('2026-11-16T14:21:00Z')
  correct(system.world, id, { end: '2026-11-16T13:10:00Z' })
  await system.pollAt('2026-11-16T14:22:00Z')
  expect(await system.published()).toEqual([])
})

test('a person whose job changes daily while SNS takes nothing fits into an item', async ({
  start,
}) => {
  const system = await start({
    now: '2026-11-16T08:00:00Z',
    variables: { TOPIC_ARN: 'arn:aws:sns:eu-west-1:000000000000:none' },
  })
  await watch(system, 1)
  for (let n = 0; n < 40; n++) {
    const text = `${n}${'職'.repeat(1_900)}`
    employ(system.world, 1, {
      employment: { jobTitle: text, start: null, end: null, payrollNumber: null },
    })
    system.clock.pass(3_600_000)
    await system.refresh()
  }
  const { sizeOf, largestItem } = await import('../support/table.ts')
  expect(Math.max(...(await system.table.all()).map(sizeOf))).toBeLessThan(largestItem)
})

test('a roster of which 8,000 cannot be read fits into its record', async ({ start }) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  for (let n = 1; n <= 8_000; n++) employ(system.world, n, n === 1 ? {} : { email: null as never })
  await system.refresh()
  await system.refreshAt('2026-11-16T09:00:00Z')
  const { sizeOf, largestItem } = await import('../support/table.ts')
  expect(Math.max(...(await system.table.all()).map(sizeOf))).toBeLessThan(largestItem)
})
