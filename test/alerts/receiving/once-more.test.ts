import { expect, test } from 'vitest'
import { addOriginalsFirst, onceMore } from '../../../lib/alerts/receiving/once-more.ts'
import { anEvent, clocking } from '../support/events.ts'
import { seen } from '../support/morning.ts'

const event = { id: '', rule: 'arrivals', dueAt: '2026-11-20T09:00:00Z', event: '{}' }
const waiting = (id: string, after?: string) => ({
  ...event,
  id,
  ...(after !== undefined && { after }),
})

test('what two events bring at one moment waits for each of them', () => {
  const [came, out, removed] = [
    anEvent('clocked-in', { clocking }, seen(1)),
    anEvent('clocked-out', { clocking }, seen(2)),
    anEvent('clocking-removed', { clocking }, seen(3)),
  ]
  const addition = {
    destination: 'slack:office',
    show: 'full' as const,
    waiting: waiting(`${removed.recordedtime}##${removed.id}`),
  }
  const idsBroughtBy = (by: typeof came | typeof out): string[] =>
    onceMore({ addition, after: [out], by }, 0).map((each) => each.waiting.id)
  const ids = [...idsBroughtBy(came), ...idsBroughtBy(out)]
  expect(new Set(ids).size).toBe(2)
  // A letter that is moved back twice at one moment is told once.
  expect(idsBroughtBy(came)).toEqual(ids.slice(0, 1))
})

test('nothing waits before what it is to be read after', async () => {
  const added: string[][] = []
  const store = {
    add: async (_destination: string, all: readonly { id: string }[]) =>
      void added.push(all.map(({ id }) => id)),
  }
  const [came, corrected, again, removed] = [
    waiting('a#all-clear'),
    waiting('b#once-more#1#1#x', 'a'),
    waiting('b#once-more#0#1#x', 'z'),
    waiting('c#once-more#2#1#x', 'b'),
  ]
  await addOriginalsFirst(store, 'slack:office', [removed, corrected, again, came])
  expect(added).toEqual([[again.id, came.id], [corrected.id], [removed.id]])
})
