import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { asMessage } from '../../attendance/events/outbox.ts'
import { Waiting } from '../../store/deliveries/waiting.ts'
import { isDestinationKey } from '../rules/destinations.ts'

/**
 * What a destination did not take, as it lies in the dead-letter queue: all that is needed to
 * send it once somebody has seen to the cause and moves it back.
 */
export const Aside = z.object({
  aside: z.string().refine(isDestinationKey),
  /** What the destination said. */
  reason: z.string(),
  waiting: z.array(Waiting).min(1),
})
export type Aside = z.infer<typeof Aside>

/** Puts a letter into the dead-letter queue. */
export type SendDeadLetter = (letter: Aside) => Promise<void>

/** SQS takes a mebibyte; queues made before 2025 a quarter of one. */
const maxLetterBytes = 240_000

/** What was refused, in as few letters as hold it; what is larger than a letter has one to itself. */
export const lettersOf = (
  destination: string,
  reason: string,
  refused: readonly Waiting[],
): Aside[] => {
  const letters: Aside[] = []
  let size = Number.POSITIVE_INFINITY
  for (const each of refused) {
    const bytes = Buffer.byteLength(JSON.stringify(each)) + 1
    const letter = letters.at(-1)
    if (letter !== undefined && size + bytes <= maxLetterBytes) {
      letter.waiting.push(each)
      size += bytes
    } else {
      letters.push({ aside: destination, reason, waiting: [each] })
      size = bytes
    }
  }
  return letters
}

/** Sends dead letters through SQS. */
export const deadLettersThrough =
  (sqs: Pick<SQSClient, 'send'>, queueUrl: string): SendDeadLetter =>
  async (letter) => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: asMessage(letter) }))
  }
