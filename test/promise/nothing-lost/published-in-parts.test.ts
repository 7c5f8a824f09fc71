import { describe, expect, onTestFinished, vi } from 'vitest'
import { startGate } from '../support/gate.ts'
import { clock, correct, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'
import { visit } from '../support/visits.ts'

/** A system before whose SNS a gate stands: where that is shut, a poll tells a part and stops. */
const test = systemTest.extend('begin', ({ start, engines }) => async () => {
  const gate = await startGate(engines.environment.AWS_ENDPOINT_URL_SNS)
  onTestFinished(gate.close)
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  vi.stubEnv('AWS_ENDPOINT_URL_SNS', gate.endpoint)
  system.restart()
  await watch(system, 2)
  return { system, gate }
})

/** Fifty visits on Tuesday: a hundred events, more than are saved at once. @returns their ids */
const manyVisits = ({ world }: System): Set<string> =>
  new Set(visit(world, '2026-11-17T01:00:00Z', 1, 50, null))

/** What is published from now on beside the visits, which are published too, each once. */
const publishedBeside = async (system: System, visits: ReadonlySet<string>): Promise<string[]> => {
  await system.pollAfter(1, 1, 1)
  const published = await system.events()
  const isOfVisit = ({ data }: (typeof published)[number]): boolean =>
    'clocking' in data && visits.has(data.clocking.id)
  expect(published.filter(isOfVisit)).toHaveLength(2 * visits.size)
  return published.filter((each) => !isOfVisit(each)).map(({ type, time }) => `${type} ${time}`)
}

describe('where a poll can tell only a part, after two days without any', () => {
  test('a clocking that cannot be read by then is published once it can', async ({ begin }) => {
    const { system, gate } = await begin()
    const monday = { start: '2026-11-16T10:00:00Z', end: '2026-11-16T10:30:00Z' }
    const bad = clock(system.world, 1, monday)
    const visits = manyVisits(system)
    const mend = system.api.trouble({
      on: ({ of }) => of === 'clockings',
      records: (records) =>
        records.map((each) =>
          JSON.stringify(each).includes(bad) ? Object.assign({}, each, { start: 'soon' }) : each,
        ),
    })
    gate.set('refuses')
    await system.pollAt('2026-11-18T08:00:00Z')
    mend()
    gate.set('open')
    system.restart()
    expect(await publishedBeside(system, visits)).toEqual([
      'attendance.clocked-in 2026-11-16T10:00:00Z',
      'attendance.clocked-out 2026-11-16T10:30:00Z',
    ])
  })

  test('a correction that was made meanwhile is published with a later part', async ({ begin }) => {
    const { system, gate } = await begin()
    const known = clock(system.world, 1, {
      start: '2026-11-16T08:10:00Z',
      end: '2026-11-16T08:20:00Z',
    })
    await system.pollAt('2026-11-16T08:30:00Z')
    await system.events()
    correct(system.world, known, { end: '2026-11-16T08:25:00Z' })
    const visits = manyVisits(system)
    gate.set('refuses')
    await system.pollAt('2026-11-18T08:00:00Z')
    gate.set('open')
    system.restart()
    expect(await publishedBeside(system, visits)).toEqual([
      'attendance.clocking-amended 2026-11-18T08:01:00Z',
    ])
  })

  test('an end that was taken back meanwhile is published once a second answer says so', async ({
    begin,
  }) => {
    const { system, gate } = await begin()
    const known = clock(system.world, 1, {
      start: '2026-11-16T08:10:00Z',
      end: '2026-11-16T08:20:00Z',
    })
    await system.pollAt('2026-11-16T08:30:00Z')
    await system.events()
    correct(system.world, known, { end: null })
    const visits = manyVisits(system)
    gate.set('refuses')
    await system.pollAt('2026-11-18T08:00:00Z')
    gate.set('open')
    system.restart()
    expect(await publishedBeside(system, visits)).toEqual([
      'attendance.clocking-amended 2026-11-18T08:02:00Z',
    ])
  })
})
