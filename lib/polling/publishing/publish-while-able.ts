import type { EpochMs } from '../../attendance/moments.ts'
import { createPatience } from '../../publishing/patience.ts'
import {
  noneTaken,
  noTurn,
  type Publication,
  type Publish,
  type TopicMessage,
} from '../../publishing/publication.ts'

/** The clock of the machines, and how to wait by it for so many milliseconds. */
export type PublishingTime = {
  now: () => EpochMs
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** The last of the time is for the word of whoever gives up by themselves: such a share, but so many milliseconds at most. */
const forTheEnd = { share: 0.1, most: 500 }

/** Publishes, and gives up after so many milliseconds, whatever the client does: what was taken by then counts. */
const inTime = async <Message extends TopicMessage>(
  publish: Publish<Message>,
  entries: readonly Message[],
  within: number,
  wait: PublishingTime['wait'],
): Promise<Publication> => {
  const over = new AbortController()
  const acknowledged = new Set<string>()
  let isHeard = false
  const late = async (): Promise<Publication> => {
    await wait(within, over.signal)
    // Where SNS has answered it is something after it that hangs.
    const silence = isHeard || acknowledged.size > 0 ? {} : { isUnanswered: true }
    const left = entries.filter(({ id }) => !acknowledged.has(id))
    const { failures } = noneTaken(left, 'TimeoutError')
    return { acknowledged: new Set(acknowledged), failures, ...silence }
  }
  const hearing = {
    onAnswer: () => {
      isHeard = true
    },
    onTaken: (ids: readonly string[]) => {
      for (const id of ids) acknowledged.add(id)
    },
  }
  const time = within - Math.min(within * forTheEnd.share, forTheEnd.most)
  try {
    return await Promise.race([publish(entries, time, hearing), late()])
  } finally {
    over.abort()
  }
}

/**
 * Publishes while there is time, and while SNS answers: one that hangs must not cost the
 * time that asking and saving need. What is not published stays in the outbox.
 * @returns publishes until a deadline by that clock
 */
export const publishWhileAble = <Message extends TopicMessage>(
  publish: Publish<Message>,
  { now, wait }: PublishingTime,
) => {
  const patience = createPatience(now, Number.POSITIVE_INFINITY)
  return (deadline: EpochMs): Publish<Message> =>
    async (entries) => {
      const began = now()
      const within = deadline - began
      const reason = within <= 0 ? noTurn : patience.isOver() ? 'NotTried' : null
      if (reason !== null) return noneTaken(entries, reason)
      return patience.judge(await inTime(publish, entries, within, wait), { began, within })
    }
}
