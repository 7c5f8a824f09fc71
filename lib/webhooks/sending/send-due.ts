import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import type { DeliveryRecord } from '../../store/webhooks/delivery-record.ts'
import type { EndpointRecord } from '../../store/webhooks/endpoint-record.ts'
import type { Webhook } from '../webhook-settings.ts'
import { sendInOrder } from './in-order.ts'
import { sendOfEmployee } from './of-employee.ts'
import { manyFailures, type SendingResult, type SendPorts, tally } from './tally.ts'
import { type ThrottlingAt, throttlingAt } from './throttling.ts'

/** Requests under way at one endpoint. */
const concurrentRequests = 8

type OfEmployee = [subject: string, due: DeliveryRecord[]]

/** What was recorded last first; what is about nobody, as a test event is, before all. */
const newestFirst = (byEmployee: readonly OfEmployee[]): OfEmployee[] => {
  const newest = ([subject, due]: OfEmployee): EpochMs =>
    subject === '' ? Number.MAX_VALUE : epochMs(due.at(-1)?.recordedtime ?? '')
  return byEmployee.toSorted((a, b) => newest(b) - newest(a))
}

/** Those first whom the endpoint does not throttle as far as is known, from any of them on: it may throttle the oldest, or the newest. */
const othersFirst = (
  byEmployee: readonly OfEmployee[],
  { wasThrottled }: ThrottlingAt,
  random: number,
): OfEmployee[] => {
  const others = byEmployee.filter(([subject]) => !wasThrottled(subject))
  const first = Math.floor(random * others.length)
  return [
    ...others.slice(first),
    ...others.slice(0, first),
    ...byEmployee.filter(([subject]) => wasThrottled(subject)),
  ]
}

/**
 * Sends what is due at an endpoint: several employees at once, of each employee in order. Where the
 * endpoint takes nothing, asks for a pause or is no more, the rest stays due. One that seems to be down may only fail at what has
 * waited for longest: every other time it is asked for the newest.
 * @param readAt when it was read
 * @param endpoint how many tries have failed there since one did not, and whom it throttles: where that may be everybody, one is
 * tried alone
 * @param canBegin whether there is time for another request
 */
export const sendDueDeliveries = async (
  { due, readAt }: { due: readonly DeliveryRecord[]; readAt: EpochMs },
  webhook: Webhook,
  endpoint: Pick<EndpointRecord, 'failures' | 'throttling'>,
  ports: SendPorts,
  canBegin: () => boolean,
): Promise<SendingResult> => {
  const { failures } = endpoint
  const throttling = throttlingAt(webhook.name, endpoint.throttling, ports.machineNow)
  const sending = tally(failures, throttling, canBegin, ports.machineNow)
  const byEmployee = [...Map.groupBy(due, ({ subject }) => subject)]
  const subjects = byEmployee.map(([subject]) => subject).filter((subject) => subject !== '')
  const holds = webhook.ordered ? await ports.holds.holdsOn(webhook.name, subjects) : new Map()
  // One that is down is asked for one, and gets all once it takes that.
  const isDown = failures >= manyFailures
  const usual = isDown && ports.random() < 0.5 ? newestFirst(byEmployee) : byEmployee
  const { isInDoubt } = throttling
  const inTurn = isInDoubt ? othersFirst(usual, throttling, ports.random()) : usual
  await sideBySide(isDown || isInDoubt ? 1 : concurrentRequests, inTurn, ([subject, ofOne]) =>
    webhook.ordered && subject !== ''
      ? sendInOrder(
          { due: ofOne, readAt, heads: holds.get(subject) ?? [] },
          webhook,
          ports,
          sending,
        )
      : sendOfEmployee(ofOne, webhook, ports, sending),
  )
  return sending.result()
}
