import { describe, expect } from 'vitest'
import { anId } from '../../harness/builders.ts'
import { absence, anEvent, clocking, type RuleOverrides, sick } from '../support/events.ts'
import { at, seen } from '../support/morning.ts'
import { test } from './told.ts'

const pause = { id: anId(1, 2), start: at(3), end: null }
const withPause = { ...clocking, breaks: [pause] }

const breakIsBack = expect.stringMatching(/Amina O'Neill's break at 09:03 is there again$/)

describe('a break that was told as removed and is back', () => {
  const overdue = anEvent('break-overdue', { clocking: withPause, break: pause }, seen(5))
  const changes = [{ field: `breaks.${pause.id}`, before: pause, after: null }]
  const taken = anEvent('clocking-amended', { clocking, changes }, seen(6))
  const started = anEvent(
    'break-started',
    { clocking: withPause, break: pause },
    { ...seen(7), time: at(3), recordedtime: at(7) },
  )

  test('is told to whoever read so', async ({ told }) => {
    expect(await told([{ on: ['break-overdue'] }], [overdue], [taken], [started])).toEqual([
      expect.stringMatching(/has been on a break/),
      expect.stringMatching(/a break removed/),
      breakIsBack,
    ])
    expect(await told([{ on: ['clocking-amended'] }], [started], [taken])).toEqual([
      expect.stringMatching(/a break removed/),
      breakIsBack,
    ])
  })

  test('concerns nobody who read of another break, or another correction', async ({ told }) => {
    const other = { ...pause, id: anId(2, 2) }
    const went = anEvent(
      'break-started',
      { clocking: { ...clocking, breaks: [other] }, break: other },
      seen(7),
    )
    expect(await told([{ on: ['clocking-amended'] }], [taken], [went])).toHaveLength(1)
    const shortened = [{ field: `breaks.${pause.id}.end`, before: at(5), after: at(4) }]
    const amended = anEvent(
      'clocking-amended',
      { clocking: withPause, changes: shortened },
      seen(6),
    )
    expect(await told([{ on: ['clocking-amended'] }], [amended], [started])).toHaveLength(1)
  })
})

describe('an absence that was told as withdrawn and is back', () => {
  const began = anEvent('absence-started', { absence }, seen(2))
  const ended = anEvent('absence-ended', { absence }, seen(3))
  const withdrawn = anEvent('absence-withdrawn', { absence }, seen(5))
  const again = anEvent('absence-started', { absence }, seen(6))
  const wasWithdrawn = expect.stringMatching(/withdrawn/)
  const isAway = expect.stringMatching(/absence until Mon 23 Nov is there again$/)

  test('is told to whoever read so, by a rule or after something else', async ({ told }) => {
    expect(await told([{ on: ['absence-withdrawn'] }], [withdrawn], [again])).toEqual([
      wasWithdrawn,
      isAway,
    ])
    expect(
      (await told([{ on: ['absence-ended'] }], [ended], [withdrawn], [again])).slice(1),
    ).toEqual([wasWithdrawn, isAway])
    expect(await told([{ on: ['absence-ended'] }], [began], [again])).toEqual([])
  })

  test('shows no more of it than they may know', async ({ told }) => {
    const ofSickness = (show: 'opaque' | 'category'): RuleOverrides[] => [
      { on: ['absence-withdrawn'], show },
    ]
    const gone = anEvent('absence-withdrawn', { absence: sick }, seen(5))
    const sickAgain = anEvent('absence-started', { absence: sick }, seen(6))
    const opaque = await told(ofSickness('opaque'), [gone], [sickAgain])
    expect(opaque).toHaveLength(2)
    expect(opaque.join()).not.toMatch(/sick/i)
    expect((await told(ofSickness('category'), [gone], [sickAgain]))[1]).toMatch(/sick/i)
  })
})

describe('an employee who was told as having left and is back', () => {
  const employment = { start: '2024-03-01', end: null }
  const left = anEvent('employee-left', { employment }, seen(5))
  const joined = anEvent('employee-joined', { employment }, seen(6))

  test('is told to whoever read so, and to nobody else', async ({ told }) => {
    const twice = await told([{ on: ['employee-left'] }], [left], [joined])
    expect(twice).toEqual([expect.stringMatching(/left/), expect.stringMatching(/joined|new/)])
    expect(await told([{ on: ['employee-left'] }], [joined], [left])).toHaveLength(2)
    expect(await told([{ on: ['employee-changed'] }], [left], [joined])).toEqual([])
  })
})
