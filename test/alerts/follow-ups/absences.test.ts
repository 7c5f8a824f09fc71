import { expect } from 'vitest'
import { absence, anEvent } from '../support/events.ts'
import { seen } from '../support/morning.ts'
import { test } from './posted.ts'

const sick = { ...absence, $type: 'Sickness' as const, displayName: 'Flu', isPaid: true }
const started = anEvent('absence-started', { absence: sick }, seen(1))
const overdue = anEvent(
  'return-overdue',
  {
    absence: { ...sick, end: null },
    estimatedReturn: '2026-11-20T09:01:00Z',
    expected: { date: '2026-11-20', time: null },
  },
  seen(1),
)
type Value = string | boolean | Record<string, string | number>
const amended = (field: string, before: Value, after: Value) =>
  anEvent(
    'absence-amended',
    { absence: sick, changes: [{ field, before, after }] },
    { ...seen(2), sequence: 2 },
  )

test.for([
  ['isPaid', true, false],
  ['note', 'a', 'b'],
  ['duration', { days: 1 }, { days: 2 }],
  ['estimatedReturn', { date: '2026-11-23' }, { date: '2026-11-24' }],
] as const)(
  'that %s of an absence has changed corrects nothing that was told of its start',
  async ([field, before, after], { posted }) => {
    const rules = [{ on: ['absence-started' as const], show: 'full' as const }]
    expect(await posted(rules, [started, amended(field, before, after)])).toHaveLength(1)
  },
)

test.for([
  ['displayName', 'Flu', 'Cold'],
  ['isCertified', false, true],
] as const)(
  'that %s of an absence has changed corrects what was told',
  async ([field, before, after], { posted }) => {
    const rules = [{ on: ['absence-started' as const], show: 'full' as const }]
    expect(await posted(rules, [started, amended(field, before, after)])).toHaveLength(2)
  },
)

test('another expected return corrects that somebody was expected back', async ({ posted }) => {
  const rules = [{ on: ['return-overdue' as const], show: 'full' as const }]
  const later = amended('estimatedReturn', { date: '2026-11-20' }, { date: '2026-11-24' })
  expect(await posted(rules, [overdue, later])).toHaveLength(2)
})
