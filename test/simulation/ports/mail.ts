import type { MailSender } from '../../../lib/alerts/email/sns.ts'
import type { Listening } from '../system/alerts/people.ts'
import { type Process, ServiceError } from '../system/process.ts'

/** The limits of one message of SNS to mailboxes. */
const maxSubject = 99
const maxBytes = 256 * 1_024

/** An SNS client for the topics of audiences, in memory; a topic's ARN is the audience's name. */
export const memoryMail = (
  process: Process,
  { dislikeOf, onTaken, onRefused }: Listening,
): MailSender => ({
  send: ({ input: { TopicArn = '', Subject = '', Message = '' } }) =>
    process.effect('mail', `mail to ${TopicArn}`, () => {
      const isSubject = Subject.length <= maxSubject && /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(Subject)
      if (!isSubject || Buffer.byteLength(Message) > maxBytes) throw new Error('InvalidParameter')
      const disliked = dislikeOf(TopicArn)
      if (disliked !== null) {
        onRefused(TopicArn, disliked)
        throw new ServiceError(
          disliked.dislike === 'refuses' ? 'InvalidParameterException' : 'InternalErrorException',
        )
      }
      onTaken(TopicArn, { subject: Subject, body: Message })
      return { MessageId: TopicArn }
    }),
})
