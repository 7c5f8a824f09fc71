import type { EpochMs } from '../attendance/moments.ts'
import type { Publish } from '../publishing/topic.ts'

/** After so many tries in a row of which SNS took nothing, it is left alone for this poll. */
const maxRefusals = 3

/**
 * Publishes while there is time, and while SNS takes anything: one that hangs must not cost the
 * time that asking and saving need. What is not published stays in the outbox.
 * @param now the clock of the machines
 * @returns publishes until a deadline by that clock
 */
export const publishWhileAble = (publish: Publish, now: () => EpochMs) => {
  let refusals = 0
  return (deadline: EpochMs): Publish =>
    async (entries) => {
      const reason = now() >= deadline ? 'OutOfTime' : refusals >= maxRefusals ? 'NotTried' : null
      if (reason !== null) return { acknowledged: new Set(), failures: [reason] }
      const publication = await publish(entries, deadline - now())
      refusals = publication.acknowledged.size === 0 ? refusals + 1 : 0
      return publication
    }
}
