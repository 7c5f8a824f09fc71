import { utc } from '../../oracle/moments.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import type { Invariant } from '../context.ts'
import { type EndpointView, endpointsOf, hasFailed } from './endpoint-view.ts'

/** The first request of an event that was answered with 2xx, and that is in writing. */
const throughBy = (tries: readonly EndpointRequest[], { isNoted }: EndpointView) =>
  tries.find((each) => each.heard !== null && !hasFailed(each) && isNoted(each))

/** Whether somebody asked for an event again. */
export const isReplayed = ({ headers }: EndpointRequest): boolean =>
  headers['attendance-replayed'] === 'true'

/** What an endpoint has taken does not come again, unless a run of the function was struck, or somebody asked. */
export const webhooksOnce: Invariant = function* (context) {
  for (const view of endpointsOf(context))
    for (const [id, tries] of view.triesOf) {
      const through = throughBy(tries, view)
      if (through?.heard == null) continue
      const { at } = through.heard
      const again = tries.find((each) => each.sentAt > at && !isReplayed(each))
      if (again === undefined || view.isTroubled(through.sentAt, again.sentAt)) continue
      const message = `${view.webhook.name} got ${id} at ${utc(at)}, and again at ${utc(again.sentAt)}`
      yield { employeeId: null, message }
    }
}
