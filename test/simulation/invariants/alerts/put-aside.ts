import { hour, utc } from '../../oracle/moments.ts'
import { tellingOf } from '../../system/observed.ts'
import type { Invariant } from '../context.ts'
import { dislikesOf, queuedAt, troublesOf } from './observed.ts'

/** What a destination fails at is tried for so long. */
const failsFor = 2 * hour
/** The clocks of two machines may be so far apart, and a turn that began before ends after. */
const apart = hour / 60

/**
 * Only what a destination refuses, or has failed at for two hours, is put aside: nothing that is said of somebody else, where
 * nothing but that was the matter.
 */
export const putAsideRightly: Invariant = function* ({ told, observed }) {
  const { putAside, said } = observed.alerts
  const destinations = new Set(
    [...said, ...observed.alerts.refusals].map((each) => each.destination),
  )
  for (const destination of destinations) {
    const troubles = troublesOf(observed, destination)
    const dislikes = dislikesOf(observed, destination)
    for (const { event } of told) {
      const at = putAside.get(tellingOf(destination, event.id))
      if (at === undefined) continue
      const since = queuedAt(observed, event.id) ?? at
      if (troubles.some(({ from, to }) => to >= since && from <= at)) continue
      const ofThem = dislikes.filter(
        (each) => each.at >= since && each.at <= at && each.of.has(event.subject),
      )
      const isRefused = ofThem.some(({ dislike }) => dislike === 'refuses')
      const hasFailed = ofThem.some((each) => each.at <= at - failsFor + apart)
      if (isRefused || hasFailed) continue
      yield {
        employeeId: event.subject,
        message: `${event.type} ${event.id} was put aside for ${destination} at ${utc(at)}, which took it`,
      }
    }
  }
}
