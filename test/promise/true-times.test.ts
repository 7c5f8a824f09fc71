import { expect, test } from 'vitest'
import { clock, correct, personId, watch } from './support/people.ts'
import { type System, useSystems } from './support/system.ts'

const { start } = useSystems()

const people = 16

/** The clock runs ten times as fast as the machine's, and each answer takes 1.5 s of it. */
const withSlowApi = async (): Promise<System> => {
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
  system.api.trouble({ on: ({ of }) => of === 'clockings', delay: 150 })
  system.clock.run(10)
  return system
}

test('an event lies between the two answers that it is observed between, however slow they are', async () => {
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

test("what happened before somebody's answer was not after what that answer is said to follow", async () => {
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
