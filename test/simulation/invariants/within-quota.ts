import { second } from '../oracle/moments.ts'
import type { Invariant } from './context.ts'

/**
 * Where the events of a second are bounded, every function keeps to its part in any second, and publishes nothing
 * in its first: so all that can run at once keep to the bound, one after another, too. What a client sends
 * again because an answer was lost is the client's. Where clocks step, nobody can say when a second is over.
 */
export const withinQuota: Invariant = function* ({ observed, plan }) {
  const [{ deployment } = { deployment: null }] = plan.deployments
  if (deployment === null || deployment.messagesPerSecond === null || plan.clocksAreOff) return
  const share = Math.floor(deployment.messagesPerSecond / (deployment.concurrentPolls + 1))
  for (const [process, own] of Map.groupBy(observed.published, (each) => each.process)) {
    for (const [n, { at, startedAt }] of own.entries()) {
      if (at < startedAt + second) {
        yield {
          employeeId: null,
          message: `${process} publishes ${at - startedAt} ms after it began`,
        }
        return
      }
      const within = own.slice(n).filter((each) => each.at < at + second)
      const events = new Set(within.map(({ body }) => body)).size
      if (events <= share) continue
      const message = `${process} publishes ${events} events within a second, of ${share}`
      yield { employeeId: null, message }
      return
    }
  }
}
