import { PublishCommand, type PublishCommandOutput } from '@aws-sdk/client-sns'
import type { Outcome, Outlet } from '../outlet.ts'
import type { Wording } from '../wording/wording.ts'
import { type Mail, renderMail, renderMailWhole } from './render.ts'

/** One mail a minute is enough for anybody; SNS suspends a subscription above 10 a second. */
const interval = 60_000

/** What SNS calls a message that it would not take at another try either. */
const mailRefused = ['InvalidParameterException', 'InvalidParameterValueException']

/** What mails need of an SNS client. */
export type MailSender = {
  send: (command: PublishCommand) => Promise<Pick<PublishCommandOutput, 'MessageId'>>
}

/** The topic of each audience, by name. */
export type AudienceTopics = Record<string, string>

/** An audience may be called `constructor`, and is there only where the settings have it. */
const topicOf = (topics: AudienceTopics, audience: string): string | undefined =>
  Object.hasOwn(topics, audience) ? topics[audience] : undefined

/** Publishes a mail to the topic of an audience. Never throws. */
export const publishMail = async (
  sns: MailSender,
  topicArn: string | undefined,
  { subject, body }: Mail,
): Promise<Outcome> => {
  if (topicArn === undefined) return { kind: 'failed', reason: 'no such audience' }
  try {
    await sns.send(new PublishCommand({ TopicArn: topicArn, Subject: subject, Message: body }))
    return { kind: 'sent' }
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    return { kind: mailRefused.includes(reason) ? 'refused' : 'failed', reason }
  }
}

/** The way to mailboxes: several groups go into one mail. */
export const emailOutlet = (sns: MailSender, topics: AudienceTopics, wording: Wording): Outlet => ({
  interval,
  isGathering: true,
  send: (audience, mailing) =>
    publishMail(sns, topicOf(topics, audience), renderMail(mailing, wording)),
  sendWhole: async (audience, message) => {
    for (const mail of renderMailWhole(message, wording)) {
      const outcome = await publishMail(sns, topicOf(topics, audience), mail)
      if (outcome.kind !== 'sent') return outcome
    }
    return { kind: 'sent' }
  },
})
