import { expect, test } from 'vitest'
import { removalAfter } from '../settings.ts'
import { planOf } from './plan.ts'
import type { Fault } from './spells.ts'

const ids = Array.from({ length: 24 }, (_, n) => `person ${n}`)
const minutes = 60_000
const plans = Array.from({ length: 50 }, (_, seed) => planOf(seed, 4 * minutes, ids.length))
const untrue = ['empty', 'stale', 'short']

const spellsOf = ({ spells }: (typeof plans)[number]) =>
  spells.map(({ at, length, spell }) => {
    const faults = spell.faults(ids)
    return { at, end: at + length, length, faults, kinds: faults.map(({ kind }) => kind) }
  })

const isUntrue = ({ kinds }: { kinds: string[] }) => kinds.some((kind) => untrue.includes(kind))

test('is the same for the same seed', () => {
  expect(JSON.stringify(planOf(7, 4 * minutes, 24))).toBe(JSON.stringify(plans[7]))
})

test('lets the API show everything for a while between two spells of too little', () => {
  for (const plan of plans) {
    const all = spellsOf(plan).filter(isUntrue)
    expect(all.length).toBeGreaterThan(5)
    for (const [n, { at }] of all.entries())
      expect(at - (all[n - 1]?.end ?? 0)).toBeGreaterThanOrEqual(8_000)
  }
})

test('shows too little of one person, or of some of the roster, only briefly', () => {
  const isBrief = ({ kind, employeeId, ...more }: Fault) =>
    (kind === 'empty' && employeeId !== undefined) ||
    (kind === 'short' && Number(more['keep']) > 0.6 && more['times'] === undefined)
  const brief = plans.flatMap(spellsOf).filter(({ faults }) => faults.some(isBrief))
  expect(brief.length).toBeGreaterThan(10)
  for (const { length } of brief) expect(length).toBeLessThan((removalAfter * 1_000) / 2)
})

test('spares so few people as are believed to be gone all at once', () => {
  const few = spellsOf(planOf(1, 10 * minutes, 6)).flatMap(({ faults }) => faults)
  expect(few.some(({ kind, ...more }) => kind === 'short' && more['times'] === undefined)).toBe(
    false,
  )
  expect(few.some(({ kind, employeeId }) => kind === 'empty' && employeeId === undefined)).toBe(
    false,
  )
})
