import { describe, expect, test } from 'vitest'
import { sinceOf } from '../../lib/attendance/asked-since.ts'
import { aState, employeeId } from '../harness/builders.ts'
import { aBehind, aShard } from '../harness/shards.ts'

const since = '2026-11-20T11:00:00Z'

describe('an employee’s last complete answer', () => {
  const late = '2026-11-18T06:00:00Z'
  const behindInBoth = {
    clockings: { [employeeId]: aBehind() },
    absences: { [employeeId]: aBehind({ since: late }) },
  }

  test.each([
    ['is as old as the shard’s last poll', aState(), aShard(), '2026-11-20T12:00:00Z'],
    ['is their own where they are behind', aState(), aShard({ behind: behindInBoth }), since],
    [
      'is when asking about them began where nobody has asked yet',
      aState({ unaskedSince: { clockings: late, absences: null } }),
      aShard(),
      late,
    ],
  ])('%s', (_what, state, shard, expected) => {
    expect(sinceOf(state, shard, 'clockings')).toBe(expected)
  })

  test('on absences is another moment than that on clockings', () => {
    expect(sinceOf(aState(), aShard(), 'absences')).toBe('2026-11-20T11:50:00Z')
    expect(sinceOf(aState(), aShard({ behind: behindInBoth }), 'absences')).toBe(late)
    const unasked = aState({ unaskedSince: { clockings: null, absences: late } })
    expect(sinceOf(unasked, aShard(), 'absences')).toBe(late)
    expect(sinceOf(unasked, aShard(), 'clockings')).toBe('2026-11-20T12:00:00Z')
  })

  test('on absences is as old as the last poll where nobody was asked for any', () => {
    const shard = aShard({ absencesReadAt: null })
    expect(sinceOf(aState(), shard, 'absences')).toBe('2026-11-20T12:00:00Z')
  })

  test('of someone new whom a poll left over, or could not read, is still when they came', () => {
    const newcomer = aState({ unaskedSince: { clockings: late, absences: late } })
    const behind = { clockings: { [employeeId]: aBehind() }, absences: {} }
    expect(sinceOf(newcomer, aShard({ behind }), 'clockings')).toBe(late)
  })
})
