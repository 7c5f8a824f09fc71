import { SendMessageCommand, type SendMessageCommandOutput } from '@aws-sdk/client-sqs'
import { day, minute, second, utc } from '../../attendance/moments.ts'
import type { Wake } from './queue-message.ts'

/** Has a destination looked at again, no earlier than a moment by the machine's clock; where it failed for long, without haste. */
export type SendWake = (
  destination: string,
  at: number,
  how?: Pick<Wake, 'isPatient' | 'failed'>,
) => Promise<void>

/** What sending wakes needs of an SQS client. */
export type MessageSender = {
  send: (command: SendMessageCommand) => Promise<Pick<SendMessageCommandOutput, 'MessageId'>>
}

/** Nothing is put off for longer: a wake for a later moment is not one of ours. */
export const longestWake = 2 * day

/** How long a destination that has failed for long is left alone. */
export const patience = 15 * minute

/** When a destination that has failed for long is looked at again: all wakes of it at one moment, so that they become one. */
export const patientMoment = (now: number): number => (Math.floor(now / patience) + 1) * patience

/** SQS holds a message back for no longer. A wake that comes early is sent on. */
const maxDelaySeconds = 900

/** Sends wakes through the alert queue itself. */
export const wakesThrough =
  (sqs: MessageSender, queueUrl: string, machineNow: () => number): SendWake =>
  async (destination, at, how = {}) => {
    const wake: Wake = { wake: destination, at: utc(at), ...how }
    const delay = Math.ceil(Math.max(0, at - machineNow()) / second)
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(wake),
        DelaySeconds: Math.min(delay, maxDelaySeconds),
      }),
    )
  }
