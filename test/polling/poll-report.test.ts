import { expect, test } from 'vitest'
import { countTellings, oldestPending } from '../../lib/polling/poll-report.ts'
import { anId, aState } from '../harness/builders.ts'

test('tellings are counted by how they ended', () => {
  const ends = ['told', 'blocked', 'told', 'overtaken', 'unsaved', 'told', 'unsaved'] as const
  expect(countTellings([...ends])).toEqual({ told: 3, blocked: 1, overtaken: 1, unsaved: 2 })
  expect(countTellings([])).toEqual({ told: 0, blocked: 0, overtaken: 0, unsaved: 0 })
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
