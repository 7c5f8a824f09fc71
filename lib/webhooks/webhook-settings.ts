import * as z from 'zod'
import { eventNames } from '../attendance/events/events.ts'
import type { Selection } from '../routing/matching.ts'
import { eventType, name, show, Where } from '../routing/where.ts'

/** Whether somebody outside can be called at an address: https, with no credentials in it. */
const isEndpoint = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, hash } = new URL(address)
  return protocol === 'https:' && `${username}${password}${hash}` === ''
}

const seconds = z.int().min(1).max(30)

/** One endpoint of an outside system, and what is sent there. */
export const Webhook = z
  .strictObject({
    name: name.describe(
      'What the endpoint is called, in its queue, its alarms and the secret that holds its signing key',
    ),
    url: z
      .string()
      .refine(isEndpoint, 'must be an https URL without user, password or fragment')
      .meta({ format: 'uri' })
      .describe('Where events are posted; never written to a log'),
    events: z.array(eventType).min(1).optional().describe('Types of events; all where left out'),
    where: Where.prefault({}),
    show: show.describe(
      'What is sent of an absence; never more than `privacy.absences` lets out. `return-overdue` and `where.absenceTypes` need more than `opaque`',
    ),
    payload: z
      .enum(['full', 'thin'])
      .default('full')
      .describe('Whether an event is sent as it is, or its type, time and ids alone'),
    timeoutSeconds: seconds.default(15).describe('How long an answer may take'),
    ordered: z
      .boolean()
      .default(false)
      .describe(
        'Whether the events of an employee wait until the earlier ones are through or given up',
      ),
  })
  .describe('An endpoint of an outside system to which events are posted, signed')
export type Webhook = z.infer<typeof Webhook>

/** Which events an endpoint wants, and what it is shown of them. */
export const selectionOf = ({ events, where, show }: Webhook): Selection => ({
  on: events ?? eventNames,
  where,
  show,
})

/**
 * Which events the queue of an endpoint takes from the topic: those of its types; its settings decide
 * the rest.
 * @returns null where it takes all
 */
export const webhookFilterPolicy = ({ events }: Webhook): { type: string[] } | null =>
  events === undefined ? null : { type: events.map((name) => `attendance.${name}`).sort() }

/** The part of the settings that says which outside systems get events. */
export const webhookSettings = {
  webhooks: z
    .array(Webhook)
    .default([])
    .describe('Outside systems to which events are posted, signed as Standard Webhooks are'),
}
