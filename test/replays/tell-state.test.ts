import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { beginSending } from '../../lib/replays/slice.ts'
import { goOnWithSnapshot, type SnapshotPorts } from '../../lib/replays/tell-state.ts'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import { createReplayStore } from '../../lib/store/events/replay-store.ts'
import { aClocking, aHoliday, anId, rules } from '../harness/builders.ts'
import { mortalProcess } from '../harness/crashes.ts'
import { test as worldTest } from '../harness/world-test.ts'
import { pictureOf } from './picture.ts'

const morning = '2026-11-18T08:00:00Z'

/** A world, and how somebody is told of it. */
const test = worldTest.extend('telling', async ({ start, engines }) => {
  const world = await start({ now: morning })
  const told: AttendanceEvent[] = []
  const ports: SnapshotPorts = {
    shards: world.shards,
    employees: world.employees,
    rules: rules(),
    replays: createReplayStore(engines.documents, world.resources.tableName, Date.now),
    sendAgain: async (_to, events) => {
      told.push(...events.map(({ message }): AttendanceEvent => JSON.parse(message)))
      return []
    },
    onRefused: () => undefined,
    now: world.ports.now,
    machineNow: world.ports.now,
    wait: async () => {},
  }
  const begin = () =>
    beginSending(
      randomUUID(),
      { snapshot: true, to: { webhook: 'late' }, perSecond: 1_000, isDryRun: false },
      ports,
    )
  return {
    world,
    told,
    ports,
    begin,
    snapshot: async () => {
      told.length = 0
      await goOnWithSnapshot(await begin(), Number.POSITIVE_INFINITY, ports)
      return told.splice(0)
    },
  }
})

describe('how everyone is', () => {
  test('is told of each: membership, open clockings, absences that have started', async ({
    telling: { world, snapshot },
  }) => {
    await world.hire(1, 3)
    await world.refreshTwice()
    await world.poll()
    const out = aClocking({ id: anId(8, 1), employeeId: anId(1), start: '2026-11-18T07:00:00Z' })
    await world.clocking({ ...out, end: '2026-11-18T07:30:00Z' })
    await world.clocking(aClocking({ id: anId(1, 1), employeeId: anId(1), end: null }))
    const lunch = { id: anId(1, 2), start: '2026-11-18T09:10:00Z', end: null }
    await world.clocking(
      aClocking({ id: anId(2, 1), employeeId: anId(2), end: null, breaks: [lunch] }),
    )
    await world.absence(aHoliday({ employeeId: anId(3) }))
    world.at('2026-11-18T09:20:00Z')
    await world.poll()
    const before = await world.events()
    const events = await snapshot()
    expect(events.map(({ type, subject }) => [Number(subject.slice(-12)), type])).toEqual([
      [1, 'attendance.employee-joined'],
      [1, 'attendance.clocked-in'],
      [2, 'attendance.employee-joined'],
      [2, 'attendance.break-started'],
      [3, 'attendance.employee-joined'],
      [3, 'attendance.absence-started'],
    ])
    for (const event of events) {
      expect(event).toMatchObject({ baseline: true, snapshot: true })
      const last = before.filter(({ subject }) => subject === event.subject).at(-1)
      expect(event.sequence).toBe(last?.sequence ?? '0'.repeat(20))
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(6)
    // Nothing of it went to anybody else, or changed anything.
    expect(await world.events()).toEqual([])
    await world.poll()
    expect(await world.events()).toEqual([])
  })

  test('and what follows is the same picture as that of who was there from the beginning', async ({
    telling: { world, snapshot },
  }) => {
    const from = (n: number) => aClocking({ id: anId(n, 1), employeeId: anId(n), end: null })
    await world.hire(1, 4)
    await world.refreshTwice()
    await world.poll()
    for (const n of [1, 2, 3]) await world.clocking(from(n))
    await world.absence(aHoliday({ employeeId: anId(4) }))
    world.at('2026-11-18T09:10:00Z')
    await world.poll()
    const early = await world.events()

    await world.clocking({ ...from(1), end: '2026-11-18T09:11:00Z' })
    world.at('2026-11-18T09:12:00Z')
    await world.poll()
    // The late one has subscribed by now: what it is sent may come in any order.
    const between = await world.events()
    const state = await snapshot()

    await world.clocking({ ...from(2), end: '2026-11-18T09:20:00Z' })
    await world.clocking(aClocking({ id: anId(9, 1), employeeId: anId(1), end: null }))
    await world.absence(
      aHoliday({ employeeId: anId(4), end: { $type: 'LocalDate', date: '2026-11-20' } }),
    )
    await world.hire(5, 5)
    world.pass(10 * minute)
    await world.poll()
    await world.refresh()
    await world.poll()
    const rest = await world.events()

    const joined = await snapshot()
    const whole = pictureOf([...early, ...between, ...rest])
    expect(whole.in).toEqual([`${anId(1)} ${anId(9, 1)}`, `${anId(3)} ${anId(3, 1)}`])
    const truth = pictureOf(joined)
    expect(truth.in).toEqual(whole.in)
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...between, ...state, ...state, ...rest, ...between], {
          minLength: 2 * (between.length + state.length) + rest.length,
        }),
        (events) => {
          const picture = pictureOf(events)
          expect(picture.in).toEqual(truth.in)
          expect(picture.members).toEqual(truth.members)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('is told in slices, of everyone', async ({ telling: { world, begin, ports, told } }) => {
    await world.hire(1, 25)
    await world.refreshTwice()
    let progress = await begin()
    let slices = 0
    for (; progress.state !== 'done'; slices++) {
      let sent = 0
      const sendAgain: SnapshotPorts['sendAgain'] = async (to, events) => {
        sent += events.length
        return ports.sendAgain(to, events)
      }
      const machineNow = () => (sent < 10 ? 0 : 2)
      progress = await goOnWithSnapshot(progress, 1, { ...ports, sendAgain, machineNow })
    }
    expect(slices).toBeGreaterThanOrEqual(3)
    expect(told.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 25 }, (_, n) => anId(n + 1)),
    )
    // Once it is over its note names nobody.
    const note = JSON.stringify(await ports.replays.read(progress.id))
    for (const { subject } of told) expect(note).not.toContain(subject)
  })

  test('is of the moment by the clock of what is published, whatever the machine tells', async ({
    telling: { world, ports, told },
  }) => {
    await world.hire(1, 1)
    await world.refreshTwice()
    const snapshot = {
      snapshot: true,
      to: { webhook: 'late' },
      perSecond: 1,
      isDryRun: false,
    } as const
    const fast = { ...ports, machineNow: () => 0 }
    await goOnWithSnapshot(await beginSending(randomUUID(), snapshot, fast), 1, fast)
    expect(told.map(({ recordedtime }) => recordedtime)).toEqual([utc(world.ports.now())])
  })

  describe('of somebody with more than a slice has time for', () => {
    const halfTold = test.extend('halfTold', async ({ telling: { world, begin, ports, told } }) => {
      await world.hire(1, 1)
      await world.refreshTwice()
      for (let n = 1; n <= 12; n++)
        await world.clocking(aClocking({ id: anId(n, 1), employeeId: anId(1), end: null }))
      world.at('2026-11-18T09:20:00Z')
      await world.poll()
      /** So many slices, each of which has time for ten events. */
      const slice = async (progress: ReplayProgress) => {
        const before = told.length
        const machineNow = () => (told.length < before + 10 ? 0 : 2)
        return goOnWithSnapshot(progress, 1, { ...ports, machineNow })
      }
      const half = await slice(await begin())
      expect(told).toHaveLength(10)
      return { half, slice }
    })

    halfTold('goes on where it was', async ({ telling: { told }, halfTold: { half, slice } }) => {
      expect(await slice(half)).toMatchObject({ state: 'done' })
      expect(told).toHaveLength(13)
      expect(pictureOf(told).in).toHaveLength(12)
    })

    halfTold(
      'is told anew where something has changed since',
      async ({ telling: { world, told }, halfTold: { half, slice } }) => {
        const [gone] = told.filter(({ type }) => type === 'attendance.clocked-in')
        if (gone === undefined || !('clocking' in gone.data)) throw new Error('Nobody came')
        await world.clocking({ ...gone.data.clocking, note: null, end: '2026-11-18T09:21:00Z' })
        world.at('2026-11-18T09:22:00Z')
        await world.poll()
        expect(await slice(await slice(half))).toMatchObject({ state: 'done' })
        expect(told).toHaveLength(10 + 12)
        expect(pictureOf(told).in).toHaveLength(11)
      },
    )
  })

  test('that died at any effect goes on, and nobody is missing', async ({
    telling: { world, begin, ports, told },
  }) => {
    await world.hire(1, 3)
    await world.refreshTwice()
    for (const when of ['before', 'after'] as const)
      for (let at = 1, hasDied = true; hasDied; at++) {
        told.length = 0
        const process = mortalProcess({ at, when })
        const { read, save } = ports.replays
        const begun = await begin()
        await goOnWithSnapshot(begun, Number.POSITIVE_INFINITY, {
          ...ports,
          sendAgain: process.dying('send', ports.sendAgain),
          replays: { read, save: process.dying('save', save) },
        }).catch(() => undefined)
        hasDied = process.hasDied()
        const left = await read(begun.id)
        if (left?.state === 'running') await goOnWithSnapshot(left, Number.POSITIVE_INFINITY, ports)
        expect(new Set(told.map(({ subject }) => subject)).size, `${when} effect ${at}`).toBe(3)
        expect(new Set(told.map(({ id }) => id)).size).toBe(3)
      }
  })
})
