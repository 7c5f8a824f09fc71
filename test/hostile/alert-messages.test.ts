import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMail } from '../../lib/alerts/email/render.ts'
import { additionsOf, wantingsOf } from '../../lib/alerts/receiving/collect.ts'
import { readQueueMessage } from '../../lib/alerts/receiving/queue-message.ts'
import { dueGroups } from '../../lib/alerts/sending/due-groups.ts'
import { shownNow } from '../../lib/alerts/sending/shown-now.ts'
import { renderSlack } from '../../lib/alerts/slack/render.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../lib/alerts/wording/group-message.ts'
import { type AttendanceEvent, eventNames } from '../../lib/attendance/events/events.ts'
import { day } from '../../lib/attendance/moments.ts'
import { QueueMessageError } from '../../lib/routing/event-message.ts'
import { sentExamples } from '../../scripts/alert-examples/events.ts'
import { aRule } from '../alerts/support/events.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { damaged } from './bytes.ts'

const exampleEvents = sentExamples.map(({ event }) => event)

const reading = { now: Date.parse('2026-11-20T17:45:00Z'), zone: 'Europe/London' }
const wake = { wake: 'slack:office', at: '2026-11-20T17:45:00Z' }
const canary = 'canary-7f3a'
const everything = aRule({
  on: [...eventNames],
  where: { hours: { from: '00:00', to: '24:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] } },
  show: 'full',
})

/** An event of any type with hostile values in it, and at times where a change or a name stands. */
const anAlmostEvent = fc.constantFrom(...exampleEvents).chain((event) =>
  fc.oneof(
    mutated(event),
    mutated(event.data).map((data) => ({ ...event, data })),
  ),
)

/** Everything that is said of an event, as each kind of destination gets it. */
const said = (events: AttendanceEvent[]): string => {
  const rule = { ...everything, where: {} }
  const waiting = events.flatMap((event) =>
    additionsOf(wantingsOf(event, [rule, everything], reading.zone), reading.now).map(
      (each) => each.waiting,
    ),
  )
  const messages = dueGroups(shownNow(waiting, [rule]), [rule], reading.now + day).map((group) =>
    groupMessage(group, english, reading),
  )
  return JSON.stringify(
    messages.map((message) => [
      renderSlack(message, english),
      renderMail({ messages: [message], counts: ['x'] }, english, 'Harbour'),
    ]),
  )
}

test('an event that is read can be kept, chosen and said, in Slack and in mail', () => {
  let wasRead = 0
  fc.assert(
    fc.property(anAlmostEvent, (value) => {
      const message = (() => {
        try {
          return readQueueMessage(JSON.stringify(value))
        } catch (error) {
          expect(error).toBeInstanceOf(QueueMessageError)
          return null
        }
      })()
      if (message?.kind !== 'event') return
      wasRead += 1
      expect(said([message.event])).not.toMatch(/undefined|NaN|\[native code\]|\[object/)
    }),
    { numRuns: 500 },
  )
  // About ninety are, give or take ten: far fewer would say that the rest of the test looks at nothing.
  expect(wasRead).toBeGreaterThan(50)
})

test('a message of anything at all is read, or refused in words that repeat none of it', () => {
  const message = fc.oneof(
    anAlmostEvent,
    mutated({ ...wake, note: canary }),
    mutated({ specversion: '1.0', type: canary, data: { canary } }),
    mutated({ Type: 'Notification', Message: JSON.stringify(exampleEvents[0]), Subject: canary }),
    hostileValue,
  )
  fc.assert(
    fc.property(damaged(message.map((value) => JSON.stringify(value) ?? canary)), (bytes) => {
      try {
        expect(JSON.stringify(readQueueMessage(bytes.toString()))).toMatch(/^\{"kind":/)
      } catch (error) {
        expect(error).toBeInstanceOf(QueueMessageError)
        const text = String(error)
        expect(text).toMatch(/^QueueMessageError: The (message|event) /)
        expect(text.length).toBeLessThan(1_000)
        expect(text).not.toMatch(/canary|xxxx|Amina/)
      }
    }),
    { numRuns: 500 },
  )
})
