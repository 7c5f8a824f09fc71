import { expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { holdingsOf, isNothing } from '../../cli/forget/holdings.ts'
import { createFollowerStore } from '../../lib/store/deliveries/followers.ts'
import { createNotificationStore } from '../../lib/store/deliveries/notifications.ts'
import { addWaiting, pageOfWaiting } from '../../lib/store/deliveries/waiting.ts'
import { amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { logged } from '../read-api/support/read-test.ts'
import { gone, type Held, holdBoth, nine, other, waitingFor } from './held-people.ts'

/** A clocking that was booked for who has left since, and is the other one's. */
const moved = anId(55, 1)
const shift = (employeeId: string) => ({
  employee: { ...amina, id: employeeId },
  clocking: { ...clocking, id: moved, employeeId },
})
const removed = anEvent('clocking-removed', shift(gone), {
  id: anId(61, 9),
  time: nine,
  sequence: 8,
})
const clockedIn = anEvent('clocked-in', shift(other), { id: anId(62, 9), time: nine, sequence: 3 })
const told = (subject: string, sequence: string) => ({
  type: 'clocked-in',
  subject,
  of: moved,
  sequence,
})
const office = 'slack:office'
const now = () => Date.parse(nine)

const test = engineTest.extend('held', async ({ engines }): Promise<Held> => {
  const held = await holdBoth(engines)
  const { documents, deliveriesTable } = held.tables
  const notifications = createNotificationStore(documents, deliveriesTable, now)
  const followers = createFollowerStore(documents, deliveriesTable, now)
  await held.writer.append(1, [removed, clockedIn].map(logged))
  for (const event of [removed, clockedIn]) {
    const { id, subject } = event
    const n = subject === gone ? 1 : 2
    const text = JSON.stringify(event)
    const waiting = { id: `${nine}##${id}`, rule: 'all', dueAt: nine, event: text }
    await addWaiting(documents, deliveriesTable, office, waiting, 2_000_000_000)
    await held.deliveries.accept('payroll', { ...waitingFor(n), id, event: text })
    await followers.remember(moved, { id, event: text })
    const how = { record: moved, destination: office, show: 'opaque' as const, isByType: false }
    await notifications.note([{ ...how, event: told(subject, '1') }])
    await notifications.clear(moved, office, told(subject, '1'), id)
  }
  return held
})

test('what is another’s stays whole, though it is about a clocking that was theirs once', async ({
  held: { tables, deliveries },
}) => {
  const left = await forgetEmployee(tables, gone, await holdingsOf(tables, gone))
  expect(isNothing(left)).toBe(true)
  const { documents, deliveriesTable } = tables
  const { waiting } = await pageOfWaiting(documents, deliveriesTable, office, null)
  const own = [anId(2, 9), clockedIn.id]
  expect(waiting.map(({ id }) => id.split('#').at(-1)).toSorted()).toEqual(own)
  const due = await deliveries.due('payroll', now(), 10)
  expect(due.deliveries.map(({ id }) => id)).toEqual(own)
  const followers = createFollowerStore(documents, deliveriesTable, now)
  expect(await followers.followersOf(moved)).toMatchObject([{ id: clockedIn.id }])
  const notifications = createNotificationStore(documents, deliveriesTable, now)
  expect(await notifications.whoWasNotified(moved)).toMatchObject([{ events: [told(other, '1')] }])
  // Cleared by their own event still, and by no other.
  const clear = (id: string) => notifications.clear(moved, office, told(other, '1'), id)
  expect([await clear(clockedIn.id), await clear(anId(99, 9))]).toEqual([true, false])
})
