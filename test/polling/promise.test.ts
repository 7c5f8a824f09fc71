import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { day, hour, minute } from '../../lib/attendance/moments.ts'
import { aBreak, aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { outline } from '../harness/employee-poller.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { startWorld, type World } from '../harness/world.ts'

let engines: Engines
let world: World
beforeAll(async () => {
  engines = await startEngines()
})
afterEach(() => world.close())
afterAll(() => engines.close())

type Options = Partial<Parameters<typeof startWorld>[1]>

/** A world in which one employee was there before the first run, and has been polled once. */
const begin = async (options: Options = {}) => {
  world = await startWorld(engines, { now: '2026-11-18T08:00:00Z', ...options })
  await world.employee(anEmployee())
  await world.refresh()
  await world.poll()
}

describe('gapless', () => {
  test('a shift with its breaks, wholly between two polls, is told with true times, in order', async () => {
    await begin()
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

  test.each([
    ['3 hours', 3 * hour],
    ['2 days', 2 * day],
    ['40 days', 40 * day],
  ])('after an outage of %s everything is told once, with true times', async (_length, outage) => {
    await begin({ now: '2026-09-01T08:00:00Z' })
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
  })

  test('after an outage of 100 days, what the API still reaches is told, and the rest counted', async () => {
    await begin({ now: '2026-06-01T08:00:00Z' })
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

  test('a clocking that a device synced hours late is told with its true times', async () => {
    await begin()
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

  test('250 clockings of one employee, three pages, are all read and told once', async () => {
    await begin({ now: '2026-10-20T00:00:00Z' })
    const start = Date.parse('2026-10-20T00:00:00Z')
    for (let n = 0; n < 250; n++)
      await world.clocking(
        aClocking({
          id: anId(n, 1),
          start: new Date(start + n * 2 * hour + minute).toISOString(),
          end: new Date(start + n * 2 * hour + hour).toISOString(),
          breaks: [
            aBreak({
              id: anId(n, 2),
              start: new Date(start + n * 2 * hour + 10 * minute).toISOString(),
              end: new Date(start + n * 2 * hour + 20 * minute).toISOString(),
            }),
          ],
        }),
      )
    world.pass(21 * day)
    world.requests.length = 0
    await world.poll()
    // The token has expired meanwhile: one request is refused, and made again with a new one.
    expect(world.requests).toEqual([
      'clockings',
      'token',
      ...['clockings', 'clockings', 'clockings'],
      'absences',
    ])
    const events = await world.events()
    expect(events).toHaveLength(1_000)
    expect(new Set(events.map(({ id }) => id)).size).toBe(1_000)
    expect(events.map(({ sequence }) => Number(sequence))).toEqual(
      Array.from({ length: 1_000 }, (_, n) => n + 1),
    )
    expect(events.map(({ time }) => time)).toEqual(events.map(({ time }) => time).sort())
  })

  test('a page that fails midway changes nothing for that employee', async () => {
    await begin({ now: '2026-11-18T00:00:00Z' })
    const second = anEmployee({ id: anId(2) })
    await world.employee(second)
    await world.refresh()
    await world.poll()
    await world.events()
    for (let n = 0; n < 150; n++)
      await world.clocking(
        aClocking({
          id: anId(n, 1),
          start: new Date(Date.parse('2026-11-18T00:01:00Z') + n * minute).toISOString(),
          end: new Date(Date.parse('2026-11-18T00:01:30Z') + n * minute).toISOString(),
        }),
      )
    world.at('2026-11-18T03:00:00Z')
    const before = await world.state(employeeId)
    const cut = await world.poll('0001', (ports) => ({
      ...ports,
      api: {
        ...ports.api,
        listClockings: async function* (filters, call) {
          for await (const page of ports.api.listClockings(filters, call)) {
            yield page
            await world.fault({ on: 'clockings', employeeId, kind: 'truncate', times: 1 })
          }
        },
      },
    }))
    expect(cut).toMatchObject({ failures: [{ employeeId }] })
    expect(await world.events()).toEqual([])
    const { behindSince, version, ...after } = (await world.state(employeeId)) ?? {}
    expect({ ...before, ...after }).toEqual(before)
    expect(behindSince).toBe('2026-11-18T00:00:00Z')
    expect(version).toBe((before?.version ?? 0) + 1)

    await world.noFaults()
    world.pass(minute)
    await world.poll()
    expect(await world.events()).toHaveLength(300)
    expect(await world.state(employeeId)).toMatchObject({ behindSince: null })
  })
})

describe('nothing invented', () => {
  const shown = async () => {
    await begin({ now: '2026-11-18T18:00:00Z' })
    await world.employee(anEmployee({ id: anId(2) }))
    await world.refresh()
    world.pass(minute)
    await world.clocking(aClocking({ start: '2026-11-18T18:00:30Z', end: null }))
    await world.poll()
    await world.events()
    world.pass(minute)
  }

  test('one vanished clocking is removed after the second complete poll without it', async () => {
    await shown()
    await world.removeClocking(anId(1, 1))
    await world.poll()
    expect(await world.events()).toEqual([])
    world.pass(minute)
    await world.poll()
    expect(outline(await world.events())).toEqual([`clocking-removed ${world.moment()}`])
  })

  test.each([
    ['status', { status: 500 }],
    ['status', { status: 403 }],
    ['drop', {}],
    ['truncate', {}],
    ['html', {}],
  ] as const)('an answer that fails (%s %o) removes nothing', async (kind, details) => {
    await shown()
    await world.removeClocking(anId(1, 1))
    for (let n = 0; n < 3; n++) {
      await world.fault({ on: 'clockings', employeeId, kind, ...details, times: 1 })
      await world.poll()
      world.pass(minute)
    }
    await world.poll()
    expect(await world.events()).toEqual([])
  })

  test('an end corrected to before the window is a clock-out, not a removal', async () => {
    await begin({ now: '2026-11-10T08:00:00Z' })
    await world.clocking(aClocking({ start: '2026-11-10T09:00:00Z', end: null }))
    for (let n = 0; n < 5; n++) {
      world.pass(day)
      await world.poll()
    }
    expect(outline(await world.events())).toEqual(['clocked-in 2026-11-10T09:00:00Z'])
    await world.clocking(aClocking({ start: '2026-11-10T09:00:00Z', end: '2026-11-10T17:00:00Z' }))
    for (let n = 0; n < 3; n++) {
      world.pass(minute)
      await world.poll()
    }
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-10T17:00:00Z'])
  })

  test('an API that fails for most employees is not believed about any', async () => {
    await shown()
    await world.clocking(aClocking({ start: '2026-11-18T18:00:30Z', end: '2026-11-18T18:01:00Z' }))
    await world.fault({ on: '*', kind: 'status', status: 503, times: 10 })
    const before = await world.shards.all()
    expect(await world.poll()).toMatchObject({ kind: 'outage', reason: 'most calls fail' })
    expect(await world.events()).toEqual([])
    expect(await world.shards.all()).toEqual(before)
    await world.noFaults()
    await world.poll()
    expect(outline(await world.events())).toEqual(['clocked-out 2026-11-18T18:01:00Z'])
  })
})

describe('one employee', () => {
  test('who answers 403 for ever holds nobody back, and catches up in full when it ends', async () => {
    await begin({ now: '2026-11-10T08:00:00Z' })
    const other = anId(2)
    await world.employee(anEmployee({ id: other }))
    await world.refresh()
    await world.poll()
    await world.events()
    await world.fault({ on: '*', employeeId, kind: 'status', status: 403, times: 1_000 })
    for (let n = 0; n < 5; n++) {
      const date = `2026-11-1${n}`
      const shift = { start: `${date}T09:00:00Z`, end: `${date}T17:00:00Z` }
      await world.clocking(aClocking({ id: anId(n, 1), ...shift }))
      await world.clocking(aClocking({ id: anId(n, 4), employeeId: other, ...shift }))
      world.at(`${date}T18:00:00Z`)
      await world.poll()
      const told = await world.events()
      expect(told.map(({ subject }) => subject)).toEqual([other, other])
    }
    await world.noFaults()
    world.pass(minute)
    await world.poll()
    const caughtUp = await world.events()
    expect(caughtUp.every(({ subject }) => subject === employeeId)).toBe(true)
    expect(caughtUp).toHaveLength(10)
    expect(caughtUp[0]).toMatchObject({ time: '2026-11-10T09:00:00Z' })
    expect(caughtUp[0]?.data.observed.after).toBe('2026-11-10T08:00:00Z')
  })
})

test('a poll overtaken by the roster refresh after an outage loses nothing', async () => {
  await begin({ now: '2026-11-10T08:00:00Z' })
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

test('an access token that expires in the middle of a poll costs one renewal', async () => {
  await begin()
  for (let n = 2; n <= 30; n++) await world.employee(anEmployee({ id: anId(n) }))
  await world.refresh()
  world.requests.length = 0
  let asked = 0
  await world.poll('0001', (ports) => ({
    ...ports,
    api: {
      ...ports.api,
      listClockings: async function* (filters, call) {
        if (++asked === 15) await world.fault({ on: '*', kind: 'expire-tokens', times: 1 })
        yield* ports.api.listClockings(filters, call)
      },
    },
  }))
  expect(world.requests.filter((operation) => operation === 'token')).toHaveLength(1)
})
