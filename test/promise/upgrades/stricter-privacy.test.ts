import { expect, test } from 'vitest'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { publishChanges } from '../../../lib/polling/publishing/publish-changes.ts'
import { answering } from '../../harness/answering.ts'
import { aClocking, aSickness, aSnapshot, aState, rules } from '../../harness/builders.ts'
import { stateAfter } from '../../harness/state-after.ts'

const privacy = rules().privacy

/** What the table holds of somebody after a poll that shows nothing. */
const afterIdlePoll = async (state: EmployeeState, now: string): Promise<EmployeeState> => {
  let stored = state
  await publishChanges('0001', state, aSnapshot(now, { absences: [] }), answering(now), {
    save: async (_, next) => (stored = next),
    publish: async () => ({ acknowledged: new Set(), failures: new Map() }),
    onPublished: () => {},
    onPublishFailure: () => {},
  })
  return stored
}

test('what may no longer be published does not stay in the state: an absence that has ended', async () => {
  const at = '2026-11-18T10:00:00Z'
  const sick = aSickness({
    start: { $type: 'LocalDate', date: '2026-11-16' },
    end: { $type: 'LocalDate', date: '2026-11-17' },
  })
  const full = answering(at, { rules: rules({ privacy: { ...privacy, absences: 'full' } }) })
  const published = {
    ...stateAfter(aState(), aSnapshot(at, { absences: [sick] }), full),
    outbox: [],
  }
  expect(JSON.stringify(published)).toContain('Migraine')
  // Two weeks later, with the setting back at its default.
  const stored = await afterIdlePoll(published, '2026-12-02T10:00:00Z')
  expect(JSON.stringify(stored)).not.toContain('Migraine')
})

test('the note of a clocking that may no longer be published does not stay in the state', async () => {
  const at = '2026-11-18T18:00:00Z'
  const noted = aClocking({ note: 'went to the clinic' })
  const full = answering(at, { rules: rules({ privacy: { ...privacy, notes: true } }) })
  const published = {
    ...stateAfter(aState(), aSnapshot(at, { clockings: [noted] }), full),
    outbox: [],
  }
  const stored = await afterIdlePoll(published, '2026-12-02T10:00:00Z')
  expect(JSON.stringify(stored)).not.toContain('clinic')
})
