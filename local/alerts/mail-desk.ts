import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import type { Running } from '../lambda/schedule.ts'
import { startSubscriber } from '../terminal/subscriber.ts'
import type { KeptMail } from './mail-folder.ts'

/** What SNS makes of a mail for a subscriber that is a queue. */
const Envelope = z.object({ TopicArn: z.string(), Subject: z.string(), Message: z.string() })

type MailDeskOptions = {
  queueUrl: string
  keep: (mail: KeptMail) => void
  onError: (error: unknown) => void
}

/** Keeps the mails that go through SNS. */
export const startMailDesk = ({ queueUrl, keep, onError }: MailDeskOptions): Running =>
  startSubscriber(new SQSClient(), {
    queueUrl,
    take: (message) => {
      const { TopicArn, Subject, Message } = Envelope.parse(JSON.parse(message))
      const to = TopicArn.split(':mail-').at(-1) ?? ''
      keep({ to, subject: Subject, text: Message, html: null })
    },
    onError,
  })
