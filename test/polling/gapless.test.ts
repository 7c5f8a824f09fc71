import { describe, expect } from 'vitest'
import { day, hour, minute } from '../../lib/attendance/moments.ts'
import { aBreak, aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { test } from '../harness/world-test.ts'

describe('gapless', () => {
  test('a shift with its breaks, wholly between two polls, is told with true times, in order', async ({
    startPolled,
  }) => {
    const world = await startPolled()
    await world.clocking(aClocking({ breaks: [aBreak()] }))
    world.at('2026-11-18T18:00:00Z')
    await world.poll()
    const events = await world.events()
    expect(outline(events)).toEqual([
      'clocked-in 2026-11-18T09:00:00Z',
      'break-started 2026-11-18T12:00:00Z',
      'break-ended 2026-11-18T12:30:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
    expect(events.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4])
    expect(events[0]?.data.observed).toEqual({
      after: '2026-11-18T08:00:00Z',
      by: '2026-11-18T18:00:00Z',
    })
  })

  test.for<[string, number]>([
    ['3 hours', 3 * hour],
    ['2 days', 2 * day],
    ['40 days', 40 * day],
  ])(
    'after an outage of %s everything is told once, with true times',
    async ([, outage], { startPolled }) => {
      const world = await startPolled({ now: '2026-09-01T08:00:00Z' })
      const start = Date.parse('2026-09-01T08:00:00Z')
      const utc = (moment: number) => new Date(moment).toISOString()
      const expected: string[] = []
      for (let n = 0; (n + 1) * 12 * hour <= outage + 11 * hour; n++) {
        const from = start + n * 12 * hour + 10 * minute
        const to = Math.min(from + 2 * hour)
        await world.clocking(aClocking({ id: anId(n, 1), start: utc(from), end: utc(to) }))
        expected.push(`clocked-in ${utc(from)}`, `clocked-out ${utc(to)}`)
      }
      world.pass(outage)
      await world.poll()
      expect(outline(await world.events())).toEqual(expected)
      world.pass(minute)
      await world.poll()
      expect(await world.events()).toEqual([])
    },
  )

  test('after an outage of 100 days, what the API still reaches is told, and the rest counted', async ({
    startPolled,
  }) => {
    const world = await startPolled({ now: '2026-06-01T08:00:00Z' })
    await world.clocking(
      aClocking({ id: anId(1, 1), start: '2026-06-02T08:00:00Z', end: '2026-06-02T16:00:00Z' }),
    )
    await world.clocking(
      aClocking({ id: anId(2, 1), start: '2026-06-20T08:00:00Z', end: '2026-06-20T16:00:00Z' }),
    )
    world.pass(100 * day)
    const report = await world.poll()
    expect(report).toMatchObject({ kind: 'polled', clamped: [employeeId] })
    expect(outline(await world.events())).toEqual([
      'clocked-in 2026-06-20T08:00:00Z',
      'clocked-out 2026-06-20T16:00:00Z',
    ])
  })

  test('a clocking that a device synced hours late is told with its true times', async ({
    startPolled,
  }) => {
    const world = await startPolled()
    world.at('2026-11-19T07:00:00Z')
    await world.poll()
    await world.clocking(aClocking())
    world.pass(minute)
    await world.poll()
    expect(outline(await world.events())).toEqual([
      'clocked-in 2026-11-18T09:00:00Z',
      'clocked-out 2026-11-18T17:00:00Z',
    ])
  })
})

test('a poll overtaken by the roster refresh after an outage loses nothing', async ({
  startPolled,
}) => {
  const world = await startPolled({ now: '2026-11-10T08:00:00Z' })
  await world.clocking(aClocking({ start: '2026-11-12T09:00:00Z', end: '2026-11-12T17:00:00Z' }))
  world.at('2026-11-18T08:00:00Z')
  await world.employee(anEmployee({ externalReference: 'HR-0043' }))
  await world.poll('0001', (ports) => ({
    ...ports,
    api: {
      ...ports.api,
      listClockings: async function* (filters, call) {
        await world.refresh()
        yield* ports.api.listClockings(filters, call)
      },
    },
  }))
  expect(outline(await world.events())).toEqual(['employee-changed 2026-11-18T08:00:00Z'])
  world.pass(minute)
  await world.poll()
  expect(outline(await world.events())).toEqual([
    'clocked-in 2026-11-12T09:00:00Z',
    'clocked-out 2026-11-12T17:00:00Z',
  ])
})
