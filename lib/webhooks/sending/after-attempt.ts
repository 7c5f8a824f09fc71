import { type EpochMs, epochMs, hour, minute, utc } from '../../attendance/moments.ts'
import { cameAt } from '../../store/tables.ts'
import { type DeliveryRecord, sortable } from '../../store/webhooks/delivery-record.ts'
import { doesThrottlingCount, nextTry } from '../retry-schedule.ts'
import type { AttemptOutcome } from './attempt.ts'

/** So many tries of an event are kept, the last ones. */
const keptTries = 20
/**
 * What the endpoint may be shown nothing of is let go of once it was so for as long: until then another version, with
 * other settings, may run beside this one, or follow it.
 */
const withheldFor = 2 * hour
/** How long after a look what is withheld is looked at again. */
const withheldAgainAfter = 10 * minute
/** How long after a look what only a later version can read is looked at again. */
const lookAgainAfter = hour

/** How long ago a delivery came, in milliseconds. */
const ageOf = ({ expiry = 0 }: DeliveryRecord, now: EpochMs): number => now - cameAt(expiry)

/** A delivery that waits until an earlier one of its employee is tried again: its own time passes meanwhile. */
export const waitingUntil = (
  delivery: DeliveryRecord,
  until: string,
  now: EpochMs,
): DeliveryRecord => {
  const from = Math.max(now, epochMs(delivery.dueAt))
  const waited = (delivery.waited ?? 0) + Math.max(0, epochMs(until) - from)
  return { ...delivery, dueAt: until, waited }
}

/** A delivery that needs no more of its event. */
const over = (
  delivery: DeliveryRecord,
  state: Exclude<DeliveryRecord['state'], 'pending'>,
): DeliveryRecord => ({ ...delivery, state, event: null })

const withheld = (delivery: DeliveryRecord, now: EpochMs): DeliveryRecord => {
  const { withheldSince = utc(now) } = delivery
  return epochMs(withheldSince) + withheldFor <= now
    ? over(delivery, 'withheld')
    : { ...delivery, withheldSince, dueAt: sortable(now + withheldAgainAfter) }
}

/**
 * What is kept of a delivery after a try.
 * @param random a number from 0 up to 1
 */
export const afterAttempt = (
  before: DeliveryRecord,
  outcome: AttemptOutcome,
  now: EpochMs,
  random: number,
): DeliveryRecord => {
  if (outcome.kind === 'withheld') return withheld(before, now)
  const { withheldSince: _noMore, ...delivery } = before
  if (outcome.kind === 'unreadable') return { ...delivery, dueAt: sortable(now + lookAgainAfter) }
  const tries = [...delivery.tries, outcome.tried].slice(-keptTries)
  if (outcome.kind === 'delivered') return over({ ...delivery, tries }, 'delivered')
  // It is sent once somebody resumes the endpoint.
  if (outcome.kind === 'gone') return { ...delivery, tries }
  if (outcome.kind === 'throttled' && !doesThrottlingCount(ageOf(delivery, now)))
    return { ...delivery, tries, dueAt: sortable(now + outcome.pause) }
  const attempts = delivery.attempts + 1
  const next = nextTry(attempts, now, random, delivery.waited)
  return next === null
    ? over({ ...delivery, tries, attempts }, 'given-up')
    : { ...delivery, tries, attempts, dueAt: sortable(next) }
}
