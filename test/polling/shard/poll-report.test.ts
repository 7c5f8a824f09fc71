import { expect, test } from 'vitest'
import {
  countOutcomes,
  oldestBehind,
  oldestPending,
  unreadRecords,
} from '../../../lib/polling/shard/poll-report.ts'
import { anId, aState } from '../../harness/builders.ts'
import { aBehind } from '../../harness/shards.ts'

test('outcomes are counted', () => {
  const ends = ['saved', 'blocked', 'saved', 'overtaken', 'unsaved', 'saved', 'unsaved'] as const
  expect(countOutcomes([...ends])).toEqual({ saved: 3, blocked: 1, overtaken: 1, unsaved: 2 })
  expect(countOutcomes([])).toEqual({ saved: 0, blocked: 0, overtaken: 0, unsaved: 0 })
})

test('the oldest event that waits is the oldest of anyone’s', () => {
  const waiting = (...moments: string[]) =>
    aState({
      outbox: moments.map((recordedtime) => ({
        id: anId(1),
        type: 'attendance.clocked-in',
        time: recordedtime,
        recordedtime,
        message: '{}',
        attributes: {},
      })),
    })
  const [early, middle, late] = [
    '2026-11-18T08:00:00Z',
    '2026-11-18T09:00:00Z',
    '2026-11-18T10:00:00Z',
  ] as const
  expect(oldestPending([waiting(late), waiting(), waiting(middle, early)])).toBe(early)
  expect(oldestPending([waiting()])).toBeNull()
})

test('the oldest who is behind is behind with clockings, failing or not', () => {
  const since = (moment: string, tries = 0) => aBehind({ since: moment, tries })
  const clockings = {
    [anId(1)]: since('2026-11-18T09:00:00Z'),
    [anId(2)]: since('2026-11-18T08:00:00Z', 4),
  }
  const absences = { [anId(3)]: since('2026-11-01T08:00:00Z') }
  expect(oldestBehind({ behind: { clockings, absences } })).toBe('2026-11-18T08:00:00Z')
  expect(oldestBehind({ behind: { clockings: {}, absences } })).toBeNull()
})

test('records that cannot be read are counted by whose they are, with and without an id', () => {
  const range = { from: '2026-11-18T08:00:00Z', to: '2026-11-18T09:00:00Z' }
  const entry = { ...range, missingSince: null, isHarmless: false }
  const some = { ids: { a: entry, b: entry }, tries: 0, retryAt: range.to }
  const clockings = {
    ...some,
    others: { ...range, count: 3, missingSince: null },
  }
  const state = aState({ unread: { clockings, absences: { ...some, others: null } } })
  const other = aState({ employeeId: anId(2) })
  const unasked = { snapshot: { clockings: null, absences: null }, asked: 0 }
  const people = [state, other].map((each) => ({ state: each, ...unasked }))
  expect(unreadRecords(people)).toEqual([{ employeeId: state.employeeId, count: 7 }])
})
