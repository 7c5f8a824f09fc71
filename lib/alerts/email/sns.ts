import { PublishCommand, type PublishCommandOutput } from '@aws-sdk/client-sns'
import { noSuchAudience, ofAudience, outcomeOf, type SendMail } from './outlet.ts'

/** What mails need of an SNS client. */
export type MailSender = {
  send: (command: PublishCommand) => Promise<Pick<PublishCommandOutput, 'MessageId'>>
}

/** The topic of each audience, by name. */
export type AudienceTopics = Record<string, string>

/**
 * Mails through SNS, to whoever confirmed a subscription: plain text alone. Subjects were ASCII
 * there once, and may be anything now but control characters; one that is refused all the same
 * is sent again in ASCII, so that no mail is lost for its name.
 */
export const mailThroughSns =
  (sns: MailSender, topics: AudienceTopics): SendMail =>
  async (audience, { subject, asciiSubject, body }) => {
    const topicArn = ofAudience(topics, audience)
    if (topicArn === undefined) return noSuchAudience
    const sendAs = (name: string) =>
      outcomeOf(() =>
        sns.send(new PublishCommand({ TopicArn: topicArn, Subject: name, Message: body })),
      )
    const outcome = await sendAs(subject)
    return outcome.kind === 'refused' && asciiSubject !== subject ? sendAs(asciiSubject) : outcome
  }
