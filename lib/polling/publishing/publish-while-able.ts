import type { EpochMs } from '../../attendance/moments.ts'
import type { Publication, Publish, TopicMessage } from '../../publishing/topic.ts'

/** The clock of the machines, and how to wait by it for so many milliseconds. */
export type PublishingTime = {
  now: () => EpochMs
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** After so many tries in a row that SNS did not answer, it is left alone for this poll. */
const maxSilences = 3

/** Failures of SNS itself, as opposed to those of what it was sent. */
const isAway = (failure: string): boolean =>
  /time|abort|network|connect|ECONN|EPIPE|unavailable|throttl|internal/i.test(failure)

/** Publishes, and gives up on SNS after so many milliseconds, whatever the client does. */
const inTime = async <Message extends TopicMessage>(
  publish: Publish<Message>,
  entries: readonly Message[],
  within: number,
  wait: PublishingTime['wait'],
): Promise<Publication> => {
  const over = new AbortController()
  let isHeard = false
  const onHeard = () => {
    isHeard = true
  }
  const late = async (): Promise<Publication> => {
    await wait(within, over.signal)
    // Where SNS has answered it is something after it that hangs.
    const silence = isHeard ? {} : { isUnanswered: true }
    return { acknowledged: new Set(), failures: ['TimeoutError'], ...silence }
  }
  try {
    return await Promise.race([publish(entries, within, onHeard), late()])
  } finally {
    over.abort()
  }
}

/**
 * Publishes while there is time, and while SNS takes anything: one that hangs must not cost the
 * time that asking and saving need. What is not published stays in the outbox.
 * @returns publishes until a deadline by that clock
 */
export const publishWhileAble = <Message extends TopicMessage>(
  publish: Publish<Message>,
  { now, wait }: PublishingTime,
) => {
  let silences = 0
  return (deadline: EpochMs): Publish<Message> =>
    async (entries) => {
      const reason = now() >= deadline ? 'OutOfTime' : silences >= maxSilences ? 'NotTried' : null
      if (reason !== null) return { acknowledged: new Set(), failures: [reason] }
      const publication = await inTime(publish, entries, deadline - now(), wait)
      const { acknowledged, failures, isUnanswered = false } = publication
      if (acknowledged.size > 0) silences = 0
      else if (isUnanswered && failures.some(isAway)) silences++
      return publication
    }
}
