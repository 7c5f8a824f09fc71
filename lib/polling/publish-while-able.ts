import type { EpochMs } from '../attendance/moments.ts'
import type { Publish } from '../publishing/topic.ts'

/** After so many tries in a row that SNS did not answer, it is left alone for this poll. */
const maxSilences = 3

/** Failures of SNS itself, as opposed to those of what it was sent. */
const isAway = (failure: string): boolean =>
  /time|abort|network|connect|ECONN|EPIPE|unavailable|throttl|internal/i.test(failure)

/**
 * Publishes while there is time, and while SNS takes anything: one that hangs must not cost the
 * time that asking and saving need. What is not published stays in the outbox.
 * @param now the clock of the machines
 * @returns publishes until a deadline by that clock
 */
export const publishWhileAble = (publish: Publish, now: () => EpochMs) => {
  let silences = 0
  return (deadline: EpochMs): Publish =>
    async (entries) => {
      const reason = now() >= deadline ? 'OutOfTime' : silences >= maxSilences ? 'NotTried' : null
      if (reason !== null) return { acknowledged: new Set(), failures: [reason] }
      const publication = await publish(entries, deadline - now())
      const { acknowledged, failures } = publication
      if (acknowledged.size > 0) silences = 0
      else if (failures.some(isAway)) silences++
      return publication
    }
}
