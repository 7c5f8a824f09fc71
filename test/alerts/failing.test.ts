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
