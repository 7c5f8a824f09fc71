import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordsRead } from '../../lib/workforce/listing.ts'
import { readWhole } from '../../lib/workforce/whole-answer.ts'

const page = (ids: string[]): RecordsRead<{ id: string }> => ({
  records: ids.map((id) => ({ id })),
  rejected: [],
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
      yield page(shown)
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
