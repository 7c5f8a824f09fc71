import { expect, test } from 'vitest'
import { day, epochMs } from '../../../lib/attendance/moments.ts'
import { leaversToRetire } from '../../../lib/polling/roster/retire-leavers.ts'
import { aState } from '../../harness/builders.ts'

const restSince = '2026-11-10T18:00:00Z'
const leaver = aState({ membership: 'leaver', leftAt: restSince, restSince })
const known = [{ shardId: '0001', state: leaver }]
const { employeeId } = leaver

test('a leaver at rest is retired once their time is over, unless the roster shows them again, be it unreadably', () => {
  const end = epochMs(restSince) + 7 * day
  expect(leaversToRetire(known, new Set([employeeId]), end, 24)).toEqual([])
  expect(leaversToRetire(known, new Set([employeeId]), end + 1, 24)).toEqual(known)
  expect(leaversToRetire(known, new Set(), end + 1, 24)).toEqual([])
})
