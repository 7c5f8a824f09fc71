import { describe, expect } from 'vitest'
import type { ReplayPorts } from '../../lib/replays/replay-events.ts'
import { OvertakenReplayError } from '../../lib/replays/slice.ts'
import { NotTakenError } from '../../lib/replays/targets.ts'
import { forgetIn, segmentsOf } from '../../lib/store/events/forget-events.ts'
import { anId } from '../harness/builders.ts'
import { mortalProcess } from '../harness/crashes.ts'
import { recorded, test } from './support.ts'

describe('a replay', () => {
  test('of a day sends exactly what was recorded on it, once, in the order of the log', async ({
    replaying,
  }) => {
    const { logged, begin, goOn, sent } = replaying
    await logged(1, recorded(1, '2026-11-17T23:59:59Z'), recorded(2, '00:00:00'))
    await logged(1, recorded(3, '09:00:00'))
    // What was logged again after a crash, and what SNS took a day late.
    await logged(1, recorded(3, '09:00:00'), recorded(4, '23:59:59'))
    await logged(1, recorded(5, '2026-11-19T00:00:00Z'))
    await logged(1, recorded(6, '10:00:00'))
    await logged(7, recorded(7, '11:00:00', { employee: 2 }))
    const done = await goOn(await begin())
    expect(sent).toEqual(['2', '3', '4', '6', '7'])
    expect(done).toMatchObject({ state: 'done', counts: { 'attendance.clocked-in': 5 } })
  })

  test('can be of some types, or of one employee', async ({ replaying }) => {
    const { logged, begin, goOn, sent } = replaying
    const out = { name: 'clocked-out' } as const
    await logged(1, recorded(1, '09:00:00'), recorded(2, '09:01:00', out))
    await logged(2, recorded(3, '09:02:00', { ...out, employee: 2 }))
    await goOn(await begin({ types: ['attendance.clocked-out'] }))
    await goOn(await begin({ employeeId: anId(1) }))
    expect(sent).toEqual(['2', '3', '1', '2'])
  })

  test('that is only counted sends nothing, and counts what would be sent', async ({
    replaying,
  }) => {
    const { logged, begin, goOn, sent } = replaying
    await logged(1, recorded(1, '09:00:00'), recorded(1, '09:00:00'), recorded(2, '09:00:01'))
    const done = await goOn(await begin({ isDryRun: true }))
    expect(done.counts).toEqual({ 'attendance.clocked-in': 2 })
    expect(sent).toEqual([])
  })

  test('lets no more events go than it is allowed a second', async ({ replaying }) => {
    const { logged, begin, goOn, clock, sent } = replaying
    await logged(1, ...Array.from({ length: 95 }, (_, n) => recorded(n, '09:00:00')))
    const before = clock.now
    await goOn(await begin({ perSecond: 10 }))
    expect(sent).toHaveLength(95)
    // The first ten wait for what the slice before may have sent, all others for those before.
    expect(clock.now - before).toBe(10_000)
  })

  test('goes on in slices, and sends nothing twice', async ({ replaying }) => {
    const { logged, begin, goOn, sent } = replaying
    for (let n = 0; n < 4; n++)
      await logged(n, ...Array.from({ length: 25 }, (_, m) => recorded(100 * n + m, '09:00:00')))
    await logged(1, recorded(103, '09:00:00'), recorded(500, '09:00:00'))
    let progress = await begin({ perSecond: 10 })
    let slices = 0
    for (; progress.state !== 'done'; slices++) progress = await goOn(progress, { seconds: 2 })
    expect(slices).toBeGreaterThan(4)
    expect(sent).toHaveLength(101)
    expect(new Set(sent).size).toBe(101)
    expect(progress.counts).toEqual({ 'attendance.clocked-in': 101 })
  })

  test('sends something in every slice, though reading takes all of the time', async ({
    replaying,
  }) => {
    const { logged, begin, goOn, sent } = replaying
    await logged(1, ...Array.from({ length: 25 }, (_, n) => recorded(n, '09:00:00')))
    let progress = await begin()
    for (let slice = 1; slice <= 3; slice++) {
      progress = await goOn(progress, { seconds: 0 })
      expect(sent).toHaveLength(Math.min(25, 10 * slice))
    }
    expect(new Set(sent).size).toBe(25)
    expect(await goOn(progress)).toMatchObject({ state: 'done' })
    expect(sent).toHaveLength(25)
  })

  test('that died at any effect goes on, and nothing of it is missing', async ({ replaying }) => {
    const { logged, begin, goOn, sent, ports } = replaying
    await logged(1, ...Array.from({ length: 12 }, (_, n) => recorded(n, '09:00:00')))
    await logged(1, recorded(12, '09:00:00'))
    await logged(2, recorded(13, '09:00:00'))
    for (const when of ['before', 'after'] as const)
      for (let at = 1, hasDied = true; hasDied; at++) {
        sent.length = 0
        const process = mortalProcess({ at, when })
        const { read, save } = ports.replays
        const over: ReplayPorts = {
          ...ports,
          sendAgain: process.dying('send', ports.sendAgain),
          replays: { read, save: process.dying('save', save) },
        }
        const begun = await begin()
        await goOn(begun, { over }).catch(() => undefined)
        hasDied = process.hasDied()
        const left = await read(begun.id)
        if (left !== null) await goOn(left).catch(() => undefined)
        expect(new Set(sent).size, `${when} effect ${at}`).toBe(14)
        expect(await read(begun.id)).toMatchObject({ state: 'done' })
      }
  })

  test('goes on where it was in what was published at once, though somebody in it is forgotten meanwhile', async ({
    replaying,
    engines: { documents },
    table,
  }) => {
    const { logged, begin, goOn, sent } = replaying
    // Every other event is of the second employee.
    const events = Array.from({ length: 40 }, (_, n) =>
      recorded(n, '09:00:00', { employee: 1 + (n % 2) }),
    )
    await logged(1, ...events)
    const halfway = await goOn(await begin({ perSecond: 10 }), { seconds: 2 })
    expect(halfway).toMatchObject({ state: 'running' })
    expect(sent).toHaveLength(20)
    for (const segment of await segmentsOf(documents, table.name, anId(2)))
      expect(await forgetIn(documents, table.name, segment, anId(2))).toBe(true)
    await goOn(halfway)
    const left = Array.from({ length: 10 }, (_, n) => String(20 + 2 * n))
    expect(sent.slice(20)).toEqual(left)
  })

  test('that a queue does not take begins again with what was not taken', async ({ replaying }) => {
    const { logged, begin, goOn, sent, ports } = replaying
    await logged(1, ...Array.from({ length: 25 }, (_, n) => recorded(n, '09:00:00')))
    let batches = 0
    const refusing: ReplayPorts = {
      ...ports,
      sendAgain: async (to, events) => {
        if (++batches === 2) throw new NotTakenError('no')
        return ports.sendAgain(to, events)
      },
    }
    const begun = await begin()
    await expect(goOn(begun, { over: refusing })).rejects.toThrow(NotTakenError)
    const left = await ports.replays.read(begun.id)
    expect(left?.counts).toEqual({ 'attendance.clocked-in': 10 })
    if (left !== null) await goOn(left)
    expect(sent).toEqual(Array.from({ length: 25 }, (_, n) => String(n)))
  })

  test('that somebody else goes on with is left to them', async ({ replaying }) => {
    const { logged, begin, goOn } = replaying
    await logged(1, recorded(1, '09:00:00'))
    const begun = await begin()
    await goOn(begun)
    await expect(goOn(begun)).rejects.toThrow(OvertakenReplayError)
  })

  test('of nothing is done at once', async ({ replaying }) => {
    const { begin, goOn } = replaying
    expect(await goOn(await begin())).toMatchObject({ state: 'done', counts: {} })
  })
})
