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

const nothing = { records: [], rejected: [] }

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
      vanished: nothing,
      hasChanged: false,
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
    expect(await readWhole(list)).toMatchObject({ records: [{ id: 'b' }], isStable: true })
    expect(seen.passes).toBe(3)
    const stale = inPasses([page('a'), page('b')], [page('b')], [page('a'), page('b')])
    const { records } = await readWhole(stale.list)
    expect(records.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('says what earlier passes showed and the last does not, whether it can be read or not', async () => {
    const last = [page('a'), page('b')]
    const { list } = inPasses(
      [page('1', 'back'), broken('2', 'back too')],
      [page('3'), page()],
      [...last, page('back'), broken('back too')],
    )
    const { records, isStable, vanished } = await readWhole(list)
    expect(records.map(({ id }) => id)).toEqual(['a', 'b', 'back'])
    expect(isStable).toBe(true)
    expect(vanished).toEqual({ records: [{ id: '1' }, { id: '3' }], rejected: [bad('2')] })
  })

  test('says where a record is another than any earlier pass showed', async () => {
    const a = (version: number) => page({ id: 'a', version })
    const { list } = inPasses([a(1), page('b')], [page('b'), page()], [a(2), page('b')])
    expect(await readWhole(list)).toMatchObject({ isStable: true, hasChanged: true })
    const same = inPasses([a(1), page('b')], [page('b'), page()], [a(1), page('b')])
    expect(await readWhole(same.list)).toMatchObject({ isStable: true, hasChanged: false })
  })

  test('takes a record without an id for the same whose content is another in each pass, but not one of two that is gone', async () => {
    const same = inPasses([page('a'), broken(nameless(1))], [page('a'), broken(nameless(2))])
    expect(await readWhole(same.list)).toMatchObject({ isStable: true, vanished: nothing })
    const gone = inPasses(
      [page('a'), broken(nameless(1), nameless(2))],
      [page('a'), broken(nameless(2))],
    )
    const { vanished } = await readWhole(gone.list)
    expect(vanished).toEqual({ records: [], rejected: [bad(nameless(1))] })
  })

  test('is not known to be whole where very much vanishes while it is read', async () => {
    const many = (first: string) => Array.from({ length: 10_001 }, (_, n) => `${first} ${n}`)
    const { list } = inPasses([page(...many('a')), page()], [page('b'), page()])
    expect(await readWhole(list)).toMatchObject({ isStable: false, vanished: nothing })
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
    expect(await readWhole(agreeing.list)).toMatchObject({
      records: [{ id: 'a', version: 3 }],
      hasChanged: true,
    })
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
      vanished: nothing,
      hasChanged: false,
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
