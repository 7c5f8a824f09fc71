import { v4 } from 'uuid'
import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { day, type EpochMs, utc } from '../../attendance/moments.ts'
import { matches, showOfRoute } from '../../routing/matching.ts'
import { redactEvent } from '../../routing/redact.ts'
import { type DeliveryRecord, sortable } from '../../store/webhooks/delivery-record.ts'
import { selectionOf, type Webhook } from '../webhook-settings.ts'
import { type GivenUpTest, testType } from './queue-message.ts'

const asNew = (now: EpochMs): Pick<DeliveryRecord, 'state' | 'dueAt' | 'attempts' | 'tries'> => ({
  state: 'pending',
  dueAt: sortable(now),
  attempts: 0,
  tries: [],
})

/**
 * What is kept of an event for an endpoint; null where that does not want it, or may see nothing of it.
 * @param zone the zone of events that carry none of their own
 */
export const deliveryOf = (
  event: AttendanceEvent,
  webhook: Webhook,
  zone: string,
  now: EpochMs,
): DeliveryRecord | null => {
  const selection = selectionOf(webhook)
  const shown = matches(selection, event, zone) ? redactEvent(event, showOfRoute(selection)) : null
  if (shown === null) return null
  const { id, type, subject, sequence, recordedtime, snapshot } = event
  return {
    ...{ id, type, subject, sequence, recordedtime },
    ...(snapshot === true && { snapshot }),
    event: JSON.stringify(shown),
    ...asNew(now),
  }
}

/** Somebody waits for what becomes of a test: it comes before all that is due. */
const beforeAll = 60 * day

/** A test event: of nobody, with nothing in it; one that was given up once more, as it was. */
export const testDelivery = (source: string, now: EpochMs, again?: GivenUpTest): DeliveryRecord => {
  const { id, recordedtime: moment } = again ?? { id: v4(), recordedtime: utc(now) }
  const event = {
    specversion: '1.0',
    id,
    source,
    type: testType,
    time: moment,
    recordedtime: moment,
    datacontenttype: 'application/json',
    data: {},
  }
  return {
    id: event.id,
    type: testType,
    subject: '',
    sequence: '',
    recordedtime: moment,
    event: JSON.stringify(event),
    ...asNew(now - beforeAll),
  }
}
