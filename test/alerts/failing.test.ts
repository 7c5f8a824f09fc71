import { expect, test } from 'vitest'
import { failingAfter } from '../../lib/alerts/sending/failing.ts'
import { day, hour } from '../../lib/attendance/moments.ts'

const now = Date.parse('2026-11-20T09:00:00Z')

test('what a destination fails at is no longer noted once nothing of it can wait any more', () => {
  const known = {
    gone: { since: now - 16 * day, tries: 9 },
    there: { since: now - hour, tries: 3 },
  }
  const after = failingAfter(known, ['there'], [], { isWell: true, isAnew: false }, now)
  expect(after).toEqual({ there: { since: now - hour, tries: 4, last: now } })
})

test('what a destination fails at counts as failing since now where it was down', () => {
  const known = { long: { since: now - hour, tries: 5 } }
  const turn = { isWell: false, isAnew: true }
  expect(failingAfter(known, ['new'], [], turn, now)).toEqual({
    long: { since: now, tries: 0 },
    new: { since: now, tries: 0, last: now },
  })
})
