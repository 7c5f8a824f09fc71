import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { anEvent, clocking } from '../support/events.ts'
import { at, seen } from '../support/morning.ts'
import { test } from './posted.ts'

const came = anEvent('clocked-in', { clocking }, seen(2))

describe('an all-clear', () => {
  const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
  const overdue = anEvent('clocking-overdue', { clocking: long }, seen(1))
  const out = anEvent('clocked-out', { clocking: { ...long, end: at(10) } }, seen(10))
  const cleared =
    "All clear: Amina O'Neill clocked out at 09:10 (15 h 10 min, clocked in on Thu 19 Nov at 18:00)"

  test('follows on an overdue clocking that ends', async ({ posted }) => {
    const read = await posted([{ on: ['clocking-overdue'] }], [overdue, out])
    expect(read.map(([, text]) => text)).toEqual([
      expect.stringContaining('perhaps the clock-out was forgotten'),
      cleared,
    ])
  })

  test('is not a second message where clock-outs are told anyway', async ({ posted }) => {
    const rules = [
      { name: 'overdue', on: ['clocking-overdue' as const] },
      { name: 'outs', on: ['clocked-out' as const] },
    ]
    const read = await posted(rules, [overdue, out])
    expect(read.slice(1)).toEqual([['office', cleared]])
  })

  test('does not follow on a clock-out that was never overdue', async ({ posted }) => {
    expect(await posted([{ on: ['clocking-overdue'] }], [came, out])).toEqual([])
  })

  test('follows on the overdue break that ends, not on the next one', async ({ posted }) => {
    const pause = { id: anId(1, 2), start: '2026-11-20T07:00:00Z', end: null }
    const tooLong = anEvent('break-overdue', { clocking, break: pause }, seen(1))
    const ended = (id: string, n: number) =>
      anEvent('break-ended', { clocking, break: { ...pause, id, end: at(n) } }, seen(n))
    const read = await posted(
      [{ on: ['break-overdue'] }],
      [tooLong, ended(anId(1, 2), 5), ended(anId(2, 2), 9)],
    )
    expect(read.slice(1)).toEqual([
      ['office', "All clear: Amina O'Neill came back from a break at 09:05 (2 h 5 min)"],
    ])
  })
})
