import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import { undeliveredAlarm } from '../alarms/undelivered-alarm.ts'
import { onlyPublishedBy, signatureVersion } from '../topic-policy.ts'

/** A topic for each audience, with the mailboxes of its people. */
export class Audiences extends Construct {
  readonly topics: ReadonlyMap<string, Topic>

  constructor(
    scope: Construct,
    id: string,
    alerting: Alerting,
    key: IKey,
    audiences: Record<string, readonly string[]>,
  ) {
    super(scope, id)
    this.topics = new Map(
      Object.entries(audiences).map(([audience, emails]) => [
        audience,
        this.#topic(audience, emails, alerting, key),
      ]),
    )
  }

  /** Lets nobody but these roles write to people in our name. */
  onlyPublishedToBy(roles: readonly IRole[]): void {
    for (const topic of this.topics.values()) onlyPublishedBy(topic, roles)
  }

  #topic(audience: string, emails: readonly string[], alerting: Alerting, key: IKey): Topic {
    const topic = new Topic(this, audience, {
      topicName: alerting.names.audienceTopic(audience),
      displayName: 'Attendance',
      masterKey: key,
      enforceSSL: true,
      signatureVersion,
    })
    for (const email of emails) topic.addSubscription(new EmailSubscription(email))
    acknowledge(
      topic,
      'Serverless-SNSRedrivePolicy',
      'SNS tries a mail for six hours. One that still fails tells of the past: a queue of such ' +
        'mails would be read by nobody, and hold names.',
    )
    undeliveredAlarm(this, alerting, topic, {
      what: `mail-${audience}`,
      meaning: `A mail did not reach somebody of the audience ${audience}: what it told is not told there again.`,
    })
    return topic
  }
}
