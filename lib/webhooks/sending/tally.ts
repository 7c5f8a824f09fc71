import type { EpochMs } from '../../attendance/moments.ts'
import type { DeliveryRecord } from '../../store/webhooks/delivery-record.ts'
import type { HoldStore } from '../../store/webhooks/hold-store.ts'
import type { WebhookDeliveryStore } from '../../store/webhooks/webhook-delivery-store.ts'
import { pauseWhenDown } from '../retry-schedule.ts'
import type { AttemptOutcome, AttemptPorts } from './attempt.ts'
import type { EndpointThrottling, ThrottlingAt } from './throttling.ts'

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
  /** Whom it throttles. */
  throttling: EndpointThrottling
  /** Why nothing is to be sent there any more; null where it may go on. */
  gone: string | null
}

/** An endpoint that takes none of so many is down: what else is due there waits. */
export const manyFailures = 8

/** By these an endpoint refuses an event for what it is: it is there, and may take the next. */
const refusals: readonly (number | null)[] = [400, 409, 413, 422]

/**
 * What has come of the deliveries so far, and whether others are to be begun.
 * @param failures how many tries have failed since one did not
 */
export const tally = (
  failures: number,
  throttling: ThrottlingAt,
  canBegin: () => boolean,
  now: () => EpochMs,
) => {
  const sent: Omit<SendingResult, 'throttling' | 'notBefore'> = {
    delivered: 0,
    failed: 0,
    givenUp: 0,
    failures,
    reasons: [],
    unreadable: 0,
    gone: null,
  }
  let downUntil: EpochMs | null = null
  /** Whether the one that is tried first, where the endpoint may throttle everybody, has had its turn. */
  const isFirstTried = () => throttling.isInDoubt && sent.delivered + sent.failed > 0
  return {
    waitsUntil: throttling.waitsUntil,
    goesOn: () =>
      sent.gone === null &&
      downUntil === null &&
      !throttling.concernsAll() &&
      !isFirstTried() &&
      canBegin(),
    count: ({ subject }: DeliveryRecord, outcome: AttemptOutcome, isGivenUp: boolean) => {
      if (outcome.kind === 'delivered') {
        sent.delivered++
        sent.failures = 0
        throttling.noteTaken(subject)
      }
      if (outcome.kind === 'unreadable') sent.unreadable++
      if (outcome.kind === 'gone') sent.gone = `HTTP ${outcome.tried.status}`
      if ('tried' in outcome && outcome.kind !== 'delivered') {
        sent.failed++
        const { reason, status } = outcome.tried
        if (refusals.includes(status)) {
          sent.failures = 0
          throttling.noteTaken(subject)
        }
        // Who asks for patience is there.
        else if (outcome.kind !== 'throttled') sent.failures++
        if (reason !== null && !sent.reasons.includes(reason)) sent.reasons.push(reason)
      }
      if (isGivenUp) sent.givenUp++
      if (outcome.kind === 'throttled') throttling.noteThrottled(subject, outcome.pause)
      if (sent.failures >= manyFailures) downUntil = now() + pauseWhenDown
    },
    result: (): SendingResult => {
      const pauses = [downUntil, throttling.notBefore()].filter((each) => each !== null)
      const notBefore = pauses.length === 0 ? null : Math.max(...pauses)
      return { ...sent, notBefore, throttling: throttling.after() }
    },
  }
}

export type Tally = ReturnType<typeof tally>
