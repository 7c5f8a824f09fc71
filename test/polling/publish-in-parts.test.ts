import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { itemBytes } from '../../lib/attendance/state/size.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { isOpen } from '../../lib/attendance/state/who-is-in.ts'
import { publishChanges } from '../../lib/polling/publishing/publish-changes.ts'
import type { SavingPorts } from '../../lib/polling/publishing/save-and-publish.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { answering } from '../harness/answering.ts'
import { aBreak, aClocking, anId, aSnapshot, aState, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const since = '2026-11-18T08:00:00Z'
const noted = rules({ privacy: { ...rules().privacy, notes: true } })

const clockings = (count: number, note: string | null = null): Clocking[] =>
  Array.from({ length: count }, (_, n) => {
    const start = epochMs('2026-11-18T09:00:00Z') + n * 60_000
    const [from, to] = [new Date(start).toISOString(), new Date(start + 1_000).toISOString()]
    return aClocking({ id: anId(n, 1), start: from, end: to, note })
  })

/** Tells what is shown, with a topic that takes all or nothing, and a table that takes so many writes. */
const telling = async (
  before: EmployeeState,
  shown: Clocking[],
  { isTaking = true, writes = Number.POSITIVE_INFINITY } = {},
) => {
  const saves: EmployeeState[] = []
  const ports: SavingPorts = {
    save: async (_shardId, state) => {
      if (saves.length >= writes) return null
      saves.push(state)
      return { ...state, version: state.version + 1 }
    },
    publish: async (entries) => ({
      acknowledged: new Set(isTaking ? entries.map(({ id }) => id) : []),
      failures: new Map(),
    }),
    onPublished: () => {},
    onPublishFailure: () => {},
  }
  const snapshot = aSnapshot(now, { clockings: shown })
  const after = { clockings: since, absences: since }
  const end = await publishChanges(
    '0001',
    before,
    snapshot,
    answering(now, { after, rules: noted }),
    ports,
  )
  return { end, saves, outboxes: saves.map(({ outbox }) => outbox.length) }
}

const full = async (overrides: Partial<EmployeeState> = {}): Promise<EmployeeState> => {
  const { saves } = await telling(aState(), clockings(40), { isTaking: false })
  return { ...aState(), ...saves.at(-1), ...overrides }
}

describe('telling in parts', () => {
  test('leaves nobody as being in whose end has been seen, while only a part is saved', async () => {
    const at = (hour: number, minute: number) => `2026-11-18T0${hour}:${10 + minute}:00Z`
    const withBreak = (n: number): Clocking =>
      aClocking({
        id: anId(n, 1),
        start: at(9, n),
        end: at(9, n).replace(':00Z', ':50Z'),
        breaks: [
          aBreak({ id: anId(n, 2), start: at(9, n), end: at(9, n).replace(':00Z', ':20Z') }),
        ],
      })
    const first = aClocking({ id: anId(99, 1), start: at(8, 0), end: at(8, 5), breaks: [] })
    const shown = [first, ...Array.from({ length: 30 }, (_, n) => withBreak(n))]
    const { saves, outboxes } = await telling(aState(), shown)
    expect(outboxes.slice(0, 1)).toEqual([78])
    const open = saves.map(({ clockings: all }) =>
      Object.values(all).filter(({ known }) => known.end === null),
    )
    expect(open.flat()).toEqual([])
  })

  test('ends a part before two shifts at once, which would both be torn', async () => {
    const forgotten = aClocking({ id: anId(98, 1), start: '2026-11-18T08:30:00Z', end: null })
    const times = { start: '2026-11-18T10:00:00Z', end: '2026-11-18T10:30:00Z', breaks: [] }
    const overlapping = { start: '2026-11-18T10:10:00Z', end: '2026-11-18T10:40:00Z', breaks: [] }
    const { saves, outboxes } = await telling(aState(), [
      { ...forgotten, breaks: [] },
      ...clockings(39),
      aClocking({ id: anId(96, 1), ...times }),
      aClocking({ id: anId(97, 1), ...overlapping }),
    ])
    expect(outboxes[0]).toBe(79)
    expect(Object.values(saves[0]?.clockings ?? {}).filter(isOpen)).toHaveLength(1)
  })

  test('tears a shift that is too much for one part by itself', async () => {
    const breaks = Array.from({ length: 60 }, (_, n) => {
      const start = epochMs('2026-11-18T09:00:00Z') + n * 60_000
      const [from, to] = [new Date(start).toISOString(), new Date(start + 1_000).toISOString()]
      return aBreak({ id: anId(n, 2), start: from, end: to })
    })
    const long = { start: '2026-11-18T09:00:00Z', end: '2026-11-18T11:00:00Z' }
    const { end, outboxes } = await telling(aState(), [aClocking({ ...long, breaks })])
    expect(end).toBe('saved')
    const parts = outboxes.filter((events) => events > 0)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.reduce((sum, events) => sum + events, 0)).toBe(122)
  })

  test('saves no more than 80 events at once', async () => {
    const { end, outboxes } = await telling(aState(), clockings(50))
    expect([end, ...outboxes]).toEqual(['saved', 80, 0, 20, 0])
  })

  test('saves no more than 100,000 bytes at once and the event that passes them, of whole shifts', async () => {
    const { end, saves } = await telling(aState(), clockings(40, 'x'.repeat(2_000)))
    const bytes = saves.map(({ outbox }) => itemBytes(outbox))
    const largest = Math.max(...saves.flatMap(({ outbox }) => outbox.map(itemBytes)))
    expect(end).toBe('saved')
    expect(saves.reduce((sum, { outbox }) => sum + outbox.length, 0)).toBe(80)
    expect(bytes[0]).toBeGreaterThanOrEqual(100_000 - largest)
    expect(Math.max(...bytes)).toBeLessThan(100_000 + 2 * largest)
  })

  test.each([
    ['before the first part', 0, []],
    ['while the first part is published', 1, [80]],
    ['between two parts', 2, [80, 0]],
  ])('is overtaken by another writer %s', async (_when, writes, saved) => {
    const { end, outboxes } = await telling(aState(), clockings(50), { writes })
    expect([end, ...outboxes]).toEqual(['overtaken', ...saved])
  })

  test('writes nothing where not even the first part has room', async () => {
    const { end, saves } = await telling(await full(), clockings(41), { isTaking: false })
    expect(end).toBe('blocked')
    expect(saves).toEqual([])
  })

  test('needs no room for what says nothing', async () => {
    const before = await full()
    const { end, saves } = await telling(before, clockings(39), { isTaking: false })
    expect(end).toBe('saved')
    expect(saves.at(-1)?.clockings[anId(39, 1)]).toMatchObject({ missingSince: now })
  })
})
