import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordsRead } from '../../lib/workforce/listing.ts'
import type { RejectedRecord } from '../../lib/workforce/rejected.ts'
import { readWhole } from '../../lib/workforce/whole-answer.ts'
import { nameless } from '../harness/builders.ts'

type Item = { id: string; version?: number }
type Page = RecordsRead<Item>

const page = (...ids: (string | Item)[]): Page => ({
  records: ids.map((id) => (typeof id === 'string' ? { id } : id)),
  rejected: [],
})

const bad = (id: string): RejectedRecord => ({ index: 0, id, problems: ['start: absent'] })
const broken = (...ids: string[]): Page => ({ records: [], rejected: ids.map(bad) })

/** A listing that shows one pass after the other, the last for ever. */
const inPasses = (...passes: Page[][]) => {
  const seen = { passes: 0 }
  const list = async function* () {
    const pages = passes[Math.min(seen.passes, passes.length - 1)] ?? []
    seen.passes += 1
    yield* pages
  }
  return { list, seen }
}

describe('reading a listing whole', () => {
  test('reads an answer of one page once', async () => {
    const { list, seen } = inPasses([{ ...page('a', 'b'), rejected: [bad(nameless(1))] }])
    expect(await readWhole(list)).toEqual({
      records: [{ id: 'a' }, { id: 'b' }],
      rejected: [bad(nameless(1))],
      isStable: true,
    })
    expect(seen.passes).toBe(1)
  })

  test('reads several pages until two passes in a row show the same', async () => {
    const { list, seen } = inPasses(
      [page('gone', 'a'), page('c')],
      [page('a', 'slipped'), page('c')],
      [page('slipped', 'a'), page('c')],
    )
    const { records, isStable } = await readWhole(list)
    expect(records.map(({ id }) => id).sort()).toEqual(['a', 'c', 'slipped'])
    expect(isStable).toBe(true)
    expect(seen.passes).toBe(3)
  })

  test('reads an answer that has become one page again, too: it may come from a replica', async () => {
    const { list, seen } = inPasses([page('a'), page('b')], [page('b')], [page('b')])
    expect(await readWhole(list)).toEqual({ records: [{ id: 'b' }], rejected: [], isStable: true })
    expect(seen.passes).toBe(3)
    const stale = inPasses([page('a'), page('b')], [page('b')], [page('a'), page('b')])
    const { records } = await readWhole(stale.list)
    expect(records.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('does not trust a pass whose pages overlap: something came while it was read', async () => {
    const shifted = [page('a', 'b'), page('b', 'd')]
    const { list, seen } = inPasses(shifted, shifted, [page('a', 'b'), page('c', 'd')])
    const { records, isStable } = await readWhole(list)
    expect(records.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(isStable).toBe(true)
    expect(seen.passes).toBe(4)
  })

  test('gives what any of four passes showed where they never agree, each as shown last', async () => {
    const pass = (n: number) => [page({ id: 'a', version: n }), page(`only ${n}`)]
    const { list, seen } = inPasses(pass(1), pass(2), pass(3), pass(4), pass(5))
    const { records, isStable } = await readWhole(list)
    expect(records).toEqual([
      { id: 'a', version: 4 },
      { id: 'only 1' },
      { id: 'only 2' },
      { id: 'only 3' },
      { id: 'only 4' },
    ])
    expect(isStable).toBe(false)
    expect(seen.passes).toBe(4)
  })

  test('keeps only the last of passes that never agree and are very large', async () => {
    const pass = (n: number) => Array.from({ length: 31 }, (_, k) => page(`${n}, page ${k}`))
    const { list } = inPasses(pass(1), pass(2), pass(3), pass(4))
    const { records, isStable } = await readWhole(list)
    expect(records).toEqual(pass(4).flatMap((each) => each.records))
    expect(isStable).toBe(false)
  })

  test('uses the later of two passes, and the later of two pages', async () => {
    const versions = (...all: number[]) => all.map((version) => page({ id: 'a', version }))
    const agreeing = inPasses([page({ id: 'a', version: 1 }), page()], versions(2, 3))
    expect((await readWhole(agreeing.list)).records).toEqual([{ id: 'a', version: 3 }])
    const overlapping = inPasses(versions(1, 2))
    expect(await readWhole(overlapping.list)).toMatchObject({
      records: [{ id: 'a', version: 2 }],
      isStable: false,
    })
  })

  test('counts a record that breaks the contract as shown', async () => {
    const { list, seen } = inPasses([page('a', 'b'), page()], [page('a'), broken('b')])
    expect(await readWhole(list)).toEqual({
      records: [{ id: 'a' }],
      rejected: [bad('b')],
      isStable: true,
    })
    expect(seen.passes).toBe(2)
  })

  test('counts records without an id', async () => {
    const { list, seen } = inPasses(
      [page('a'), broken(nameless(1))],
      [page('a'), broken(nameless(1), nameless(1))],
      [page('a'), broken(nameless(1), nameless(1))],
    )
    expect((await readWhole(list)).rejected).toEqual([bad(nameless(1)), bad(nameless(1))])
    expect(seen.passes).toBe(3)
  })

  test('rejects nothing that another page shows in a form that can be read', async () => {
    const { list } = inPasses([broken('a'), page('a', 'b'), broken('b')])
    const { records, rejected } = await readWhole(list)
    expect(records).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(rejected).toEqual([])
  })

  test('where no passes agree, has each id as the last pass that shows it', async () => {
    const { list } = inPasses(
      [page('mended', 'spoilt'), page('1')],
      [broken('mended'), page('2')],
      [page('mended'), page('3')],
      [broken('spoilt'), page('4')],
    )
    const { records, rejected } = await readWhole(list)
    expect(records.map(({ id }) => id).sort()).toEqual(['1', '2', '3', '4', 'mended'])
    expect(rejected).toEqual([bad('spoilt')])
  })

  test('throws what the listing throws, whichever pass it is', async () => {
    let passes = 0
    const list = async function* () {
      passes += 1
      if (passes === 2) throw new Error('refused')
      yield page('a')
      yield page('b')
    }
    await expect(readWhole(list)).rejects.toThrow('refused')
  })
})

type Edit = { kind: 'insert' | 'delete'; at: number }

/** A listing of offset pages whose items change between any two pages that are read. */
const shiftingList = (count: number, pageSize: number, edits: Edit[][]) => {
  let next = count
  let gap = 0
  const items = Array.from({ length: count }, (_, n) => String(n))
  const throughout = new Set(items)

  const change = ({ kind, at }: Edit): void => {
    const place = items.length === 0 ? 0 : at % items.length
    if (kind === 'insert') items.splice(place, 0, String(next++))
    else for (const id of items.splice(place, 1)) throughout.delete(id)
  }

  const list = async function* () {
    for (let from = 0; ; from += pageSize) {
      for (const edit of edits[gap] ?? []) change(edit)
      gap += 1
      const shown = items.slice(from, from + pageSize)
      const isLast = from + pageSize >= items.length
      yield page(...shown)
      if (isLast) return
    }
  }
  return { list, throughout }
}

describe('a listing whose pages shift while they are read', () => {
  const edit = fc.record({ kind: fc.constantFrom('insert', 'delete'), at: fc.nat(12) })
  // Of two edits one may undo what the other did to the offsets.
  const gap = fc.array(edit, { maxLength: 2 })
  const gaps = fc.array(gap, { maxLength: 20, size: 'max' })
  const script = fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 4 }), gaps)

  test('misses nothing that stood throughout where it says so', async () => {
    const outcomes = { stable: 0, unstable: 0 }
    await fc.assert(
      fc.asyncProperty(script, async ([count, pageSize, edits]) => {
        const { list, throughout } = shiftingList(count, pageSize, edits)
        const { records, isStable } = await readWhole(list)
        outcomes[isStable ? 'stable' : 'unstable'] += 1
        const shown = new Set(records.map(({ id }) => id))
        if (isStable) expect([...throughout].filter((id) => !shown.has(id))).toEqual([])
        expect(shown.size).toBe(records.length)
      }),
      { numRuns: 3_000 },
    )
    expect(Math.min(outcomes.stable, outcomes.unstable)).toBeGreaterThan(100)
  })
})
