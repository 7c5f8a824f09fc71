import { epochMs, minute, utc } from '../../oracle/moments.ts'
import { digestDestinations, digestTimes } from '../../system/alerts/send-digests.ts'
import { tellingOf, tellingsIn } from '../../system/observed.ts'
import type { Context, Invariant } from '../context.ts'
import { dislikesOf, troublesOf } from './observed.ts'

/** A digest that fails is tried again twice, and each time waits for its turn. */
const toldWithin = 10 * minute
/** A channel that was down, or asked to be left alone, may be for so long. */
const leftAloneFor = 20 * minute

/** Whether something was in the way of a digest of a moment at a destination. */
const isInTheWay = ({ observed }: Context, destination: string, at: number): boolean =>
  [
    ...troublesOf(observed, destination),
    ...dislikesOf(observed, destination).map((each) => ({ from: each.at, to: each.at })),
  ].some(({ from, to }) => to >= at - leftAloneFor && from <= at + toldWithin)

/** A digest that is reported as sent was; each goes out where nothing is in its way; and when nothing fails, one does. */
export const digestsTold: Invariant = function* (context) {
  const { observed, plan } = context
  const { digests, said } = observed.alerts
  const tellings = new Set(said.flatMap(tellingsIn))
  for (const { process, scheduledTime, sent } of digests)
    for (const destination of sent)
      if (!tellings.has(tellingOf(destination, scheduledTime)))
        yield { employeeId: null, message: `${process} did not tell ${destination}` }
  for (const at of digestTimes(plan))
    for (const destination of digestDestinations) {
      if (tellings.has(tellingOf(destination, utc(at)))) continue
      if (!isInTheWay(context, destination, at))
        yield { employeeId: null, message: `${destination} had no digest of ${utc(at)}` }
    }
  if (!digests.some(({ scheduledTime }) => epochMs(scheduledTime) > plan.to))
    yield { employeeId: null, message: 'the last digest did not go out' }
}
