import { describe, expect, test } from 'vitest'
import { minute } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { changesIn } from '../../../lib/polling/roster/roster-changes.ts'
import { anEmployee, anEntry, aState, employeeId, rules } from '../../harness/builders.ts'

const now = Date.parse('2026-11-20T09:00:00Z')
const full = Array.from({ length: 80 }, (_, n) => anEntry(n + 1))

/** What refreshes make of somebody, ten minutes apart, of whom they show or lack the record. */
const refreshed = (state: EmployeeState, ...shown: boolean[]): EmployeeState =>
  shown.reduce((before, isShown, n) => {
    const employees = new Map(isShown ? [[employeeId, anEmployee()]] : [])
    const missing = new Set(isShown ? [] : [employeeId])
    const recording = { now: now + n * 10 * minute, after: null, rules: rules() }
    const answer = { employees, unread: [], nameless: [], vanished: [], isComplete: true }
    const places = [{ shardId: '0001', state: before }]
    const [change] = changesIn(places, answer, missing, 10 * minute, recording)
    return change?.next.state ?? before
  }, state)

describe('somebody whose outbox has no room', () => {
  const leaver = aState({ membership: 'leaver', leftAt: '2026-11-18T09:00:00Z', outbox: full })

  test('is back at the first refresh that has room, if they were on two before it', () => {
    const seen = refreshed(leaver, true, true)
    expect(seen).toEqual({ ...leaver, doubted: ['membership=member'] })
    const published = refreshed({ ...seen, outbox: [] }, true)
    expect(published.membership).toBe('member')
    expect(published.outbox.map(({ type }) => type)).toEqual(['attendance.employee-joined'])
  })

  test('has left likewise, and nothing is recorded without its event', () => {
    const member = aState({ outbox: full })
    const missed = refreshed(member, false, false, false)
    expect(missed).toEqual({ ...member, missingSince: '2026-11-20T09:00:00Z' })
    const roomy = { ...missed, outbox: [] }
    expect(refreshed(roomy, false).membership).toBe('member')
    expect(refreshed(roomy, false, false).outbox.map(({ type }) => type)).toEqual([
      'attendance.employee-left',
    ])
  })
})
