import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Expected } from './expected.ts'
import { momentFindings } from './moments.ts'
import type { Told } from './told.ts'
import { createUntruths, type Untruths } from './untruths.ts'

const employeeId = 'ada'
/** Milliseconds; the clock-out is written at 100, and shown from 110 on. */
const due: Expected = {
  employeeId,
  type: 'clocked-out',
  about: 'shift',
  when: { at: 100 },
  changes: null,
  story: 'shift',
  madeAt: 100,
  shownFrom: 110,
  needsConfirming: false,
  isOptional: false,
}
const told: Told = {
  id: 'a',
  type: 'clocked-out',
  employeeId,
  about: 'shift',
  time: 100,
  recordedAt: 150,
  sequence: 1,
  observed: { after: 90, by: 150 },
  changes: null,
  line: '',
}

let untruths: Untruths
beforeEach(() => {
  untruths = createUntruths()
})
afterEach(() => {
  vi.useRealTimers()
})

const findings = (event: Partial<Told> = {}, expected: Partial<Expected> = {}) =>
  momentFindings(
    [{ expected: { ...due, ...expected }, told: { ...told, ...event } }],
    untruths,
    ({ type }) => type,
  ).map(({ kind, text }) => `${kind}: ${text.split(' ').slice(1, 4).join(' ')}`)

const observed = (after: number | null, by: number) => ({ observed: { after, by } })

describe('the moments of an event', () => {
  test.each<[string, Partial<Told>]>([
    ['lie in order', {}],
    ['may be one and the same', { recordedAt: 100, ...observed(100, 100) }],
    ['may begin with the first poll', observed(null, 150)],
    ['may begin while the change was on its way', observed(110, 150)],
  ])('%s', (_what, event) => {
    expect(findings(event)).toEqual([])
  })

  test.each<[string, Partial<Told>]>([
    ['recorded before it was made', { recordedAt: 99, ...observed(90, 99) }],
    ['observed before it was made', observed(90, 99)],
    ['recorded before it was observed', { recordedAt: 149 }],
    ['observed after what it was observed by', observed(151, 150)],
    ['not seen where it was shown', observed(111, 150)],
  ])('are wrong where it was %s', (_what, event) => {
    expect(findings(event)).toHaveLength(1)
  })

  test('are wrong where it was observed before time brought it about', () => {
    const overdue = { type: 'clocking-overdue' as const, when: { at: 151 }, madeAt: 100 }
    expect(findings({ type: 'clocking-overdue', time: 151 }, overdue)).toHaveLength(1)
  })

  test('may lie apart where an end was written down ahead of its time', () => {
    expect(findings({ time: 151 }, { when: { at: 151 } })).toEqual([])
  })

  test('are those of time where time brings it about', () => {
    const overdue = { when: { at: 140 }, madeAt: 100 }
    expect(findings({ time: 140, ...observed(135, 150) }, overdue)).toEqual([])
    expect(findings({ time: 140, ...observed(141, 150) }, overdue)).toHaveLength(1)
  })

  test('may lie apart where one answer does not tell it', () => {
    expect(findings(observed(140, 150), { needsConfirming: true })).toEqual([])
    expect(findings(observed(140, 150), { shownFrom: null })).toEqual([])
  })

  test('may lie apart where answers were not true', () => {
    vi.useFakeTimers({ now: 115 })
    const end = untruths.begin('records', employeeId)
    expect(findings(observed(140, 150))).toEqual([])
    vi.setSystemTime(120)
    end()
    expect(findings(observed(140, 150))).toEqual([])
    expect(findings(observed(140, 150), { shownFrom: 121 })).toHaveLength(1)
    expect(findings(observed(140, 150), { employeeId: 'bob' })).toHaveLength(1)
    expect(findings(observed(140, 150), { about: employeeId })).toHaveLength(1)
  })
})
