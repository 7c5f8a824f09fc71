import type { Scenario } from '../scenario.ts'
import type { FaultKind } from '../system/fault-kinds.ts'

const ofReceivers: FaultKind[] = [
  'endpoint-outage',
  'endpoint-gone',
  'endpoint-throttled',
  'endpoint-slow',
  'endpoint-refuses',
  'key-rotation',
]

/** Two days of a few people, with endpoints, replays and a snapshot; little else strikes, so that it shows. */
const few = { employees: 5, days: 2, webhooks: true } satisfies Partial<Scenario>

/** Their receivers have every trouble that there is. */
export const troubled = { ...few, faults: ofReceivers } satisfies Partial<Scenario>

/** Beside that, what the topic brings comes late, twice, or in part. */
export const late = {
  ...few,
  faults: [...ofReceivers, 'late-message', 'repeated-message', 'partial-batch'],
} satisfies Partial<Scenario>

/** Beside that, runs are killed, and services fail. */
export const crashing = {
  ...few,
  faults: [
    ...ofReceivers,
    'crash',
    'reply-lost',
    'request-lost',
    'repeated-write',
    'throttled-store',
  ],
} satisfies Partial<Scenario>

/** So long that a receiver is down for more than the five days after which its endpoint is stopped. */
export const weeks = {
  employees: 3,
  days: 40,
  webhooks: true,
  faults: ofReceivers,
} satisfies Partial<Scenario>
