import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { type EpochMs, hour, minute, second } from '../../oracle/moments.ts'
import type { Spell } from '../../system/faults.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import { hasFailed } from './endpoint-view.ts'

/** For how long an endpoint is left alone after what it answered, by docs/webhooks.md. */

/** So many failures in a row are an endpoint's that is down: it is asked once in so long. */
const manyFailures = 8
const pauseWhenDown = minute
/** One that asks to be left alone is, for no longer than this, until it is known whether it takes what is of others. */
const pauseWhileInDoubt = minute
/** So many people in a row who are throttled are everyone. */
const everyone = 4
/** From this on an answer is slow: what waits meanwhile waits longer. */
const slow = second

/** What refuses one event alone, and holds up no other. */
const ofOneEvent = [400, 409, 413, 422]

/** For how long an endpoint asks to be left alone, as far as that is obeyed; null where it does not ask. */
export const askedFor = ({ heard }: EndpointRequest): number | null => {
  if (heard === null || heard.retryAfter === null) return null
  const { status, retryAfter } = heard
  if (status !== 429 && status !== 503) return null
  return Math.min(Math.max(retryAfter, second), hour)
}

/** Whom a request is about. */
export const subjectOf = ({ body }: EndpointRequest): string => {
  const { subject }: AttendanceEvent = JSON.parse(body)
  return subject
}

/** A span in which nothing is sent, of anybody or of somebody. */
export type LeftAlone = Spell & { of: string | null }

const heardAt = ({ heard, sentAt }: EndpointRequest): EpochMs => heard?.at ?? sentAt + minute

/** When an endpoint was left alone because of what it had answered before, or was slow to. */
export const leftAlone = (requests: readonly EndpointRequest[]): LeftAlone[] => {
  let failures = 0
  const throttled = new Set<string>()
  return requests
    .toSorted((one, other) => heardAt(one) - heardAt(other))
    .flatMap((request): LeftAlone[] => {
      const { sentAt, heard } = request
      const at = heardAt(request)
      const whole = (to: EpochMs): LeftAlone => ({ from: sentAt, to, of: null })
      const { status = null } = heard ?? {}
      const isOfOneEvent = status !== null && ofOneEvent.includes(status)
      if (heard !== null && (isOfOneEvent || !hasFailed(request))) {
        failures = 0
        throttled.clear()
        return at - sentAt > slow ? [whole(at)] : []
      }
      const asked = askedFor(request)
      if (asked !== null) {
        const of = subjectOf(request)
        throttled.add(of)
        const isEveryone = throttled.size >= everyone
        const pause = isEveryone ? asked : Math.min(asked, pauseWhileInDoubt)
        return [whole(at + pause), { from: sentAt, to: at + asked, of }]
      }
      failures++
      return [whole(failures >= manyFailures ? at + pauseWhenDown : at)]
    })
}
