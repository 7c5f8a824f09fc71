import { type EpochMs, hour } from '../../attendance/moments.ts'
import { cameAt } from '../../store/tables.ts'
import type { DeliveryRecord } from '../../store/webhooks/delivery-record.ts'
import { sortable } from '../../store/webhooks/webhook-delivery-store.ts'
import { doesThrottlingCount, nextTry } from '../retry-schedule.ts'
import type { AttemptOutcome } from './attempt.ts'

/** So many tries of an event are kept, the last ones. */
const keptTries = 20
/** How long after a look what only a later version can read is looked at again. */
const lookAgainAfter = hour

/** How long ago a delivery came, in milliseconds. */
export const ageOf = ({ expiry = 0 }: DeliveryRecord, now: EpochMs): number => now - cameAt(expiry)

/** A delivery that needs no more of its event. */
const over = (
  delivery: DeliveryRecord,
  state: Exclude<DeliveryRecord['state'], 'pending'>,
): DeliveryRecord => ({ ...delivery, state, event: null })

/**
 * What is kept of a delivery after a try.
 * @param random a number from 0 up to 1
 */
export const afterAttempt = (
  delivery: DeliveryRecord,
  outcome: AttemptOutcome,
  now: EpochMs,
  random: number,
): DeliveryRecord => {
  if (outcome.kind === 'withheld') return over(delivery, 'withheld')
  if (outcome.kind === 'unreadable') return { ...delivery, dueAt: sortable(now + lookAgainAfter) }
  const tries = [...delivery.tries, outcome.tried].slice(-keptTries)
  if (outcome.kind === 'delivered') return over({ ...delivery, tries }, 'delivered')
  // It is sent once somebody resumes the endpoint.
  if (outcome.kind === 'gone') return { ...delivery, tries }
  if (outcome.kind === 'throttled' && !doesThrottlingCount(ageOf(delivery, now)))
    return { ...delivery, tries, dueAt: sortable(now + outcome.pause) }
  const attempts = delivery.attempts + 1
  const next = nextTry(attempts, now, random)
  return next === null
    ? over({ ...delivery, tries, attempts }, 'given-up')
    : { ...delivery, tries, attempts, dueAt: sortable(next) }
}
