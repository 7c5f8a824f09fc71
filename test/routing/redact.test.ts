import { describe, expect, test } from 'vitest'
import { renderMail } from '../../lib/alerts/email/render.ts'
import { renderSlack } from '../../lib/alerts/slack/render.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../lib/alerts/wording/group-message.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { redactEvent } from '../../lib/routing/redact.ts'
import { absence, amina, anEvent, clocking } from '../alerts/support/events.ts'

const sickness = {
  ...absence,
  $type: 'Sickness',
  displayName: 'Sickness',
  note: 'called at eight',
  reason: { id: 4, description: 'Migraine' },
  isCertified: true,
  isPaid: true,
  estimatedReturn: { date: '2026-11-24' },
}
const holiday = { ...absence, $type: 'Holiday', displayName: 'Annual leave', note: 'Crete' }
type Absence = typeof sickness | typeof holiday

const everythingAbout = (of: Absence): AttendanceEvent[] => [
  anEvent('absence-started', { absence: of }),
  anEvent('absence-ended', { absence: of }),
  anEvent('absence-withdrawn', { absence: of }),
  anEvent('absence-amended', {
    absence: of,
    changes: [
      { field: 'end', before: { $type: 'LocalDate', date: '2026-11-22' }, after: of.end },
      { field: 'note', before: '', after: of.note },
      { field: 'displayName', before: '', after: of.displayName },
      { field: '$type', before: 'Other', after: of.$type },
    ],
  }),
  anEvent('clocked-in-while-absent', { absence: of, clocking: { ...clocking, note: of.note } }),
]

/** Every byte that leaves for a route, and every byte that is kept for it. */
const bytes = (of: Absence, show: 'opaque' | 'category') => {
  const events = everythingAbout(of).flatMap((event) => redactEvent(event, show) ?? [])
  const message = groupMessage({ events, isStale: false }, english, { now: 0, zone: 'UTC' })
  return JSON.stringify([
    events,
    renderSlack(message, english),
    renderMail({ messages: [message], counts: ['x'] }, english, 'Harbour'),
  ])
}

describe('an opaque route', () => {
  test('carries no byte that tells sickness from holiday', () => {
    expect(bytes(sickness, 'opaque')).toBe(bytes(holiday, 'opaque'))
    expect(bytes(sickness, 'opaque')).not.toMatch(/sick|holiday|leave|migraine|certif|eight|crete/i)
  })

  test('is not told that something changed which it may not know', () => {
    const changes = [{ field: 'isCertified', before: false, after: true }]
    expect(
      redactEvent(anEvent('absence-amended', { absence: sickness, changes }), 'opaque'),
    ).toBeNull()
    const estimatedReturn = '2026-11-20T09:00:00Z'
    const overdue = anEvent('return-overdue', { absence: sickness, estimatedReturn })
    expect(redactEvent(overdue, 'opaque')).toBeNull()
    expect(redactEvent(overdue, 'category')).not.toBeNull()
    const note = [{ field: 'note', before: null, after: 'went to the doctor' }]
    expect(
      redactEvent(anEvent('clocking-amended', { clocking, changes: note }), 'opaque'),
    ).toBeNull()
  })
})

test.each(['opaque', 'category', 'full'] as const)(
  'a route of %s is told by which clock an absence goes, as every event of it says',
  (show) => {
    const changes = [{ field: 'timeZone', before: 'Europe/London', after: 'Asia/Tokyo' }]
    const event = anEvent('absence-amended', { absence: sickness, changes })
    expect(redactEvent(event, show)?.data).toMatchObject({ changes })
  },
)

test('a category route tells the kind and nothing of its reason', () => {
  expect(bytes(sickness, 'category')).toContain('off sick')
  expect(bytes(sickness, 'category')).not.toMatch(/migraine|certif|eight/i)
})

test('no route carries email addresses, payroll numbers or notes of clockings', () => {
  const employee = { ...amina, email: 'amina@example.org', payrollNumber: 'P-17' }
  const event = anEvent('clocked-in', { employee, clocking: { ...clocking, note: 'late' } })
  expect(JSON.stringify(redactEvent(event, 'full'))).not.toMatch(/example\.org|P-17|late/)
  const changes = [
    { field: 'note', before: 'late', after: 'came late' },
    { field: 'start', before: '2026-11-20T09:00:00Z', after: clocking.start },
  ]
  const amended = redactEvent(anEvent('clocking-amended', { clocking, changes }), 'full')
  expect(amended?.data).toMatchObject({
    changes: [{ field: 'note', before: null, after: null }, changes[1]],
  })
})
