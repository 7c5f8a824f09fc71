import { expect } from 'vitest'
import { clock, correct, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

const people = 12

/** The clock runs fifteen times as fast as the machine's, and each answer takes 1.5 s of it. */
const test = systemTest.extend('withSlowApi', ({ start }) => async (): Promise<System> => {
  const system = await start({
    now: '2026-11-16T16:00:00Z',
    polling: { concurrentCalls: 4, absencesEverySeconds: 86_400 },
  })
  await watch(system, people)
  for (let n = 1; n <= people; n++)
    clock(system.world, n, {
      id: personId(100 + n),
      start: '2026-11-16T16:00:30Z',
      end: null,
    })
  await system.pollAfter(1)
  await system.events()
  system.clock.pass(60_000)
  system.api.trouble({ on: ({ of }) => of === 'clockings', delay: 100 })
  system.clock.run(15)
  return system
})

test('an event lies between the two answers that it is observed between, however slow they are', async ({
  withSlowApi,
}) => {
  const system = await withSlowApi()
  // Everyone clocks out while they are being asked about, a moment before the answer.
  const over = system.api.trouble({
    on: ({ of, page }) => of === 'clockings' && page === 1,
    before: ({ employeeId }) => {
      const id = personId(100 + Number(employeeId?.slice(-12)))
      if (system.world.clockings.get(id)?.end === null)
        correct(system.world, id, { end: system.clock.moment() })
    },
  })
  await system.poll()
  over()
  await system.poll()
  const outs = (await system.events()).filter(({ type }) => type === 'attendance.clocked-out')
  expect(outs).toHaveLength(people)
  const wrong = outs.filter(({ time, recordedtime, data: { observed } }) => {
    const [from, at, by, recorded] = [observed.after, time, observed.by, recordedtime].map((each) =>
      Date.parse(each ?? ''),
    )
    return !(
      Number(from) <= Number(at) &&
      Number(at) <= Number(by) &&
      Number(by) <= Number(recorded)
    )
  })
  expect(wrong).toEqual([])
})

test("what happened before somebody's answer was not after what that answer is said to follow", async ({
  withSlowApi,
}) => {
  const system = await withSlowApi()
  const began = system.clock.now()
  await system.poll()
  // Everyone clocks out at the moment up to which they were last asked about, or after it.
  for (let n = 1; n <= people; n++)
    correct(system.world, personId(100 + n), { end: system.clock.moment() })
  await system.poll()
  const outs = (await system.events()).filter(({ type }) => type === 'attendance.clocked-out')
  expect(outs).toHaveLength(people)
  for (const { time, data } of outs) {
    const { after, by } = data.observed
    expect(Date.parse(after ?? '')).toBeLessThanOrEqual(Date.parse(time))
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.parse(by))
    // Nobody is said to have been asked before the poll that asked them began.
    expect(Date.parse(after ?? '')).toBeGreaterThanOrEqual(began)
  }
})

test('what somebody did who could not be asked lies between their own answers', async ({
  start,
}) => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  await watch(system, 2)
  const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
  await system.pollAt('2026-11-16T10:00:00Z')
  await system.events()
  const over = system.api.trouble({
    on: ({ employeeId }) => employeeId === personId(1),
    status: 403,
  })
  await system.pollAfter(1, 10)
  correct(system.world, id, { end: '2026-11-16T11:00:00Z' })
  clock(system.world, 2, { start: '2026-11-16T13:00:30Z', end: null })
  await system.pollAt('2026-11-16T13:00:00Z')
  over()
  await system.pollAfter(31)
  const observed = (await system.events()).map(({ type, data }) => [type, data.observed])
  expect(observed).toEqual([
    ['attendance.clocked-out', { after: '2026-11-16T10:00:00Z', by: '2026-11-16T13:31:00Z' }],
    ['attendance.clocked-in', { after: '2026-11-16T13:00:00Z', by: '2026-11-16T13:31:00Z' }],
  ])
})
