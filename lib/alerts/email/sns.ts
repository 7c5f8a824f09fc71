import { PublishCommand, type PublishCommandOutput } from '@aws-sdk/client-sns'
import { noSuchAudience, ofAudience, outcomeOf, type SendMail } from './outlet.ts'

/** What mails need of an SNS client. */
export type MailSender = {
  send: (command: PublishCommand) => Promise<Pick<PublishCommandOutput, 'MessageId'>>
}

/** The topic of each audience, by name. */
export type AudienceTopics = Record<string, string>

/** Mails through SNS, to whoever confirmed a subscription: plain text alone. */
export const mailThroughSns =
  (sns: MailSender, topics: AudienceTopics): SendMail =>
  async (audience, { subject, body }) => {
    const topicArn = ofAudience(topics, audience)
    if (topicArn === undefined) return noSuchAudience
    return outcomeOf(() =>
      sns.send(new PublishCommand({ TopicArn: topicArn, Subject: subject, Message: body })),
    )
  }
