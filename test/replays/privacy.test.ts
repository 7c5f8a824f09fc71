import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import type { Privacy } from '../../lib/attendance/rules.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { absence, amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { logged } from '../read-api/support/read-test.ts'
import { test } from './support.ts'

const at = { time: '2026-11-18T09:00:00Z' }
const ill = { ...absence, $type: 'Sickness', timeZone: 'Europe/London', note: 'Migraine' }

const entryOf = (event: AttendanceEvent, more: Record<string, string> = {}): OutboxEntry => {
  const entry = logged(event)
  return { ...entry, attributes: { ...entry.attributes, ...more } }
}

/** What was published while everything was. */
const published = [
  entryOf(anEvent('absence-started', { absence: ill }, { ...at, id: anId(1, 9) }), {
    absenceType: 'Sickness',
  }),
  entryOf(
    anEvent(
      'clocked-in',
      {
        employee: { ...amina, email: 'amina@example.org', payrollNumber: 'P-42' },
        clocking: { ...clocking, note: 'to the clinic' },
      },
      { ...at, id: anId(2, 9) },
    ),
  ),
  entryOf(
    anEvent(
      'absence-amended',
      { absence: ill, changes: [{ field: 'note', before: '', after: 'Migraine' }] },
      { ...at, id: anId(3, 9) },
    ),
    { absenceType: 'Sickness' },
  ),
]

const open: Privacy = { absences: 'full', notes: true, emails: true, payrollNumbers: true }
const closed: Privacy = { absences: 'opaque', notes: false, emails: false, payrollNumbers: false }

/** Keeps what is sent. */
const keeping = () => {
  const entries: OutboxEntry[] = []
  return {
    entries,
    sendAgain: async (_to: unknown, events: readonly OutboxEntry[]) => {
      entries.push(...events)
      return []
    },
  }
}

describe('what is sent again', () => {
  test('is what was published, to the byte, where as much may be', async ({ replaying }) => {
    await replaying.logged(1, ...published)
    const { entries, sendAgain } = keeping()
    const over = { ...replaying.ports, privacy: open, sendAgain }
    await replaying.goOn(await replaying.begin(), { over })
    expect(entries).toEqual(published)
  })

  test('is no more than may be published now, where privacy has become stricter', async ({
    replaying,
  }) => {
    await replaying.logged(1, ...published)
    const { entries, sendAgain } = keeping()
    const over = { ...replaying.ports, privacy: closed, sendAgain }
    const done = await replaying.goOn(await replaying.begin(), { over })
    expect(entries.map(({ id }) => id)).toEqual([anId(1, 9), anId(2, 9)])
    const text = JSON.stringify(entries)
    for (const secret of ['Sickness', 'Migraine', 'clinic', 'amina@', 'P-42'])
      expect(text).not.toContain(secret)
    expect(done.counts).toEqual({ 'attendance.absence-started': 1, 'attendance.clocked-in': 1 })
  })

  test('is nothing of what cannot be read: what is private in it nobody can say', async ({
    replaying,
  }) => {
    const [first, ...others] = published
    const odd = { ...first, id: anId(9, 9), message: '{"specversion":"1.0","type":"attendance.x"}' }
    await replaying.logged(1, odd as OutboxEntry, ...others)
    await replaying.logged(2, { ...(odd as OutboxEntry), message: 'no JSON' })
    const done = await replaying.goOn(await replaying.begin())
    expect(done).toMatchObject({ state: 'done', unreadable: 2 })
    expect(replaying.sent).toEqual(['2'])
  })
})
