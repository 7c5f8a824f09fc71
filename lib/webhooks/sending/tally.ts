import type { EpochMs } from '../../attendance/moments.ts'
import type { DeliveryRecord } from '../../store/webhooks/delivery-record.ts'
import type { HoldStore } from '../../store/webhooks/hold-store.ts'
import type { WebhookDeliveryStore } from '../../store/webhooks/webhook-delivery-store.ts'
import { pauseWhenDown } from '../retry-schedule.ts'
import type { AttemptOutcome, AttemptPorts } from './attempt.ts'

/** What sending needs from outside. */
export type SendPorts = AttemptPorts & {
  deliveries: WebhookDeliveryStore
  holds: HoldStore
  /** Keeps an event that is given up for a person to look at. */
  deadLetter: (webhook: string, delivery: DeliveryRecord) => Promise<void>
  /** A number from 0 up to 1. */
  random: () => number
}

/** How it went at an endpoint. */
export type SendingResult = {
  delivered: number
  failed: number
  givenUp: number
  /** How many tries have failed since one did not. */
  failures: number
  /** What only a later version of this code can read. */
  unreadable: number
  /** Why tries failed, each reason once. */
  reasons: string[]
  /** Nothing is sent there before this moment; null where nothing keeps from it. */
  notBefore: EpochMs | null
  /** Why nothing is to be sent there any more; null where it may go on. */
  gone: string | null
}

/** An endpoint that takes none of so many is down: what else is due there waits. */
export const manyFailures = 8

/** By these an endpoint refuses an event for what it is: it is there, and may take the next. */
const refusals: readonly (number | null)[] = [400, 409, 413, 422]

/** What has come of the deliveries so far, and whether others are to be begun. */
export const tally = (failures: number, canBegin: () => boolean, now: () => EpochMs) => {
  const sent: SendingResult = {
    delivered: 0,
    failed: 0,
    givenUp: 0,
    failures,
    reasons: [],
    unreadable: 0,
    notBefore: null,
    gone: null,
  }
  const pauseUntil = (moment: EpochMs) => {
    sent.notBefore = Math.max(sent.notBefore ?? 0, moment)
  }
  return {
    sent,
    goesOn: () => sent.gone === null && sent.notBefore === null && canBegin(),
    count: (outcome: AttemptOutcome, isGivenUp: boolean) => {
      if (outcome.kind === 'delivered') {
        sent.delivered++
        sent.failures = 0
      }
      if (outcome.kind === 'unreadable') sent.unreadable++
      if (outcome.kind === 'gone') sent.gone = `HTTP ${outcome.tried.status}`
      if ('tried' in outcome && outcome.kind !== 'delivered') {
        sent.failed++
        const { reason, status } = outcome.tried
        if (refusals.includes(status)) sent.failures = 0
        // Who asks for patience is there.
        else if (outcome.kind !== 'throttled') sent.failures++
        if (reason !== null && !sent.reasons.includes(reason)) sent.reasons.push(reason)
      }
      if (isGivenUp) sent.givenUp++
      if (outcome.kind === 'throttled') pauseUntil(now() + outcome.pause)
      if (sent.failures >= manyFailures) pauseUntil(now() + pauseWhenDown)
    },
  }
}

export type Tally = ReturnType<typeof tally>
