import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, Expected } from './expected.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createUntruths, type Untruths } from './untruths.ts'

const employeeId = 'ada'
const start = '2026-11-20T08:00:00.000Z'
const seen = '2026-11-20T08:00:05.000Z'
const observed = { after: '2026-11-20T07:59:55.000Z', by: seen }

const clockedIn: Expected = {
  employeeId,
  type: 'clocked-in',
  about: 'shift',
  when: { at: Date.parse(start) },
  changes: null,
  story: 'shift',
  madeAt: Date.parse(start),
  shownFrom: Date.parse(start),
  needsConfirming: false,
  isOptional: false,
}

const changes: Change[] = [{ field: 'start', before: start, after: seen }]
const amended: Expected = {
  ...clockedIn,
  type: 'clocking-amended',
  when: { seenAfter: Date.parse(start) },
  changes,
}

type Overrides = { id?: string; type?: string; time?: string; sequence?: number; data?: object }

const line = ({
  id = 'a',
  type = 'clocked-in',
  time = start,
  sequence = 1,
  data,
}: Overrides = {}) =>
  JSON.stringify({
    id,
    type: `attendance.${type}`,
    subject: employeeId,
    time,
    recordedtime: seen,
    sequence: String(sequence).padStart(20, '0'),
    data: { clocking: { id: 'shift' }, observed, ...data },
  })

const amendedLine = (overrides: Overrides = {}) =>
  line({
    id: 'b',
    type: 'clocking-amended',
    time: seen,
    sequence: 2,
    data: { changes },
    ...overrides,
  })

let untruths: Untruths
let ledger: Ledger
const kinds = () => ledger.findings().map(({ kind }) => kind)

beforeEach(() => {
  untruths = createUntruths()
  ledger = createLedger(untruths)
  ledger.expect(clockedIn)
})

describe('what was told beside what was due', () => {
  test('agrees where each is told under one id, however often', () => {
    ledger.expect(amended)
    for (const text of [line(), amendedLine(), line()]) ledger.take(text)
    expect(ledger.findings()).toEqual([])
    expect(ledger.counts()).toEqual({ due: 2, optional: 0, told: 2, repeats: 1 })
    expect([ledger.isTold(employeeId), ledger.pending()]).toEqual([true, 0])
  })

  test('lacks what nobody told', () => {
    expect(kinds()).toEqual(['missing'])
    expect([ledger.isTold(employeeId), ledger.pending()]).toEqual([false, 1])
  })

  test('has too much where one change comes under two ids', () => {
    for (const text of [line(), line({ id: 'c', sequence: 2 })]) ledger.take(text)
    expect(kinds()).toEqual(['extra'])
  })

  test('has too much where something is told that nobody did', () => {
    for (const text of [line(), line({ id: 'c', type: 'clocked-out', sequence: 2 })])
      ledger.take(text)
    expect(kinds()).toEqual(['extra'])
  })

  test.each<[string, Overrides]>([
    ['time', { time: seen }],
    ['type', { type: 'clocked-out' }],
    ['clocking', { data: { clocking: { id: 'another' } } }],
  ])('takes the wrong %s for another event', (_what, overrides) => {
    ledger.take(line(overrides))
    expect(kinds()).toEqual(['missing', 'extra'])
  })

  test('takes other changes, and a time that is not when it was seen, for another event', () => {
    ledger.expect(amended)
    for (const text of [
      line(),
      amendedLine({ data: { changes: [] } }),
      amendedLine({ id: 'c', time: start, sequence: 3 }),
    ])
      ledger.take(text)
    expect(kinds()).toEqual(['missing', 'extra', 'extra'])
  })

  test('finds a gap in the sequence, and a number that is used twice', () => {
    ledger.expect(amended)
    for (const text of [line(), amendedLine({ sequence: 3 })]) ledger.take(text)
    expect(kinds()).toEqual(['sequence'])

    ledger = createLedger(untruths)
    for (const event of [clockedIn, amended]) ledger.expect(event)
    for (const text of [line(), amendedLine({ sequence: 1 })]) ledger.take(text)
    expect(kinds()).toContain('sequence')
  })

  test('finds a story told in another order', () => {
    ledger.expect(amended)
    for (const text of [line({ sequence: 2 }), amendedLine({ sequence: 1 })]) ledger.take(text)
    expect(kinds()).toEqual(['order'])
  })

  test('needs nothing of what may as well not be told, and takes it once', () => {
    ledger.expect({ ...amended, isOptional: true })
    ledger.take(line())
    expect(ledger.findings()).toEqual([])
    expect([ledger.isTold(employeeId), ledger.pending()]).toEqual([true, 0])
    ledger.take(amendedLine())
    expect(ledger.findings()).toEqual([])
    expect(ledger.counts()).toEqual({ due: 1, optional: 1, told: 2, repeats: 0 })
    ledger.take(amendedLine({ id: 'c', sequence: 3 }))
    expect(kinds()).toEqual(['extra'])
  })

  test('finds a repeat with other content, and a line that is no event', () => {
    for (const text of [line(), line({ data: { note: 'other' } }), 'a warning']) ledger.take(text)
    expect(kinds()).toEqual(['extra', 'extra'])
  })
})
