import type {
  SendMessageBatchCommand,
  SendMessageBatchCommandOutput,
  SendMessageCommand,
  SendMessageCommandOutput,
} from '@aws-sdk/client-sqs'
import type { EpochMs } from '../oracle/moments.ts'
import type { Effect } from '../system/process.ts'

export type QueueMessage = { body: string; receives: number; visibleAt: EpochMs; sentAt: EpochMs }

type Options = {
  now: () => EpochMs
  /** Of so many visible messages, the index of the one to give out: queues are not in order. */
  choose: (count: number) => number
  /** Called when a message will be visible at a moment. */
  onVisible: (at: EpochMs) => void
  visibilityTimeoutSeconds: number
  retentionSeconds: number
  maxReceiveCount: number
}

/** An SQS queue in memory: at least once, in no order, with delays and time-outs. */
export const createMemoryQueue = (options: Options) => {
  const { now, choose, onVisible, visibilityTimeoutSeconds, retentionSeconds } = options
  const messages = new Set<QueueMessage>()
  const deadLetters: QueueMessage[] = []
  const diedAt: EpochMs[] = []

  const isUsable = (message: QueueMessage): boolean => {
    if (message.sentAt + retentionSeconds * 1_000 <= now()) messages.delete(message)
    else if (message.visibleAt <= now() && message.receives >= options.maxReceiveCount) {
      messages.delete(message)
      deadLetters.push(message)
      diedAt.push(now())
    }
    return messages.has(message) && message.visibleAt <= now()
  }

  const put = (body: string, delaySeconds: number): void => {
    // The limit of SQS, which its emulator does not know.
    if (delaySeconds > 900) throw new Error('InvalidParameterValue')
    const visibleAt = now() + delaySeconds * 1_000
    messages.add({ body, receives: 0, visibleAt, sentAt: now() })
    onVisible(visibleAt)
  }

  return {
    deadLetters,
    /** When messages were tried too often. */
    diedAt,
    /** Takes a message, as from a topic. */
    put,
    /** Takes a dead letter that somebody wrote there. */
    putAside: (body: string): void => {
      deadLetters.push({ body, receives: 0, visibleAt: now(), sentAt: now() })
    },

    sender: (effect: Effect) => ({
      send: ({ input }: SendMessageBatchCommand): Promise<SendMessageBatchCommandOutput> =>
        effect('queue', 'send', () => {
          for (const { MessageBody = '', DelaySeconds = 0 } of input.Entries ?? [])
            put(MessageBody, DelaySeconds)
          return { Successful: [], Failed: [], $metadata: {} }
        }),
    }),

    messageSender: (effect: Effect) => ({
      send: ({ input }: SendMessageCommand): Promise<SendMessageCommandOutput> =>
        effect('queue', 'send', () => {
          put(input.MessageBody ?? '', input.DelaySeconds ?? 0)
          return { $metadata: {} }
        }),
    }),

    /** Takes a message, which others do not see until its time-out or its return. */
    receive: (): QueueMessage | null => {
      const visible = [...messages].filter(isUsable)
      const message = visible[visible.length === 0 ? 0 : choose(visible.length)]
      if (message === undefined) return null
      message.receives++
      message.visibleAt = now() + visibilityTimeoutSeconds * 1_000
      onVisible(message.visibleAt)
      return message
    },

    /** Gives everything that was tried too often another try, as an operator does. */
    redrive: (): void => {
      for (const { body } of deadLetters.splice(0)) put(body, 0)
    },

    /** Ends a message, or gives it back at once. */
    settle: (message: QueueMessage, isDone: boolean): void => {
      if (isDone) messages.delete(message)
      else {
        message.visibleAt = now()
        onVisible(now())
      }
    },
  }
}
export type MemoryQueue = ReturnType<typeof createMemoryQueue>
