import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import type { Names } from '../names.ts'
import { onlyPublishedBy, signatureVersion } from './topic-policy.ts'

/** A topic for each audience, with the mailboxes of its people. */
export class Audiences extends Construct {
  readonly topics: ReadonlyMap<string, Topic>

  constructor(
    scope: Construct,
    id: string,
    names: Names,
    key: IKey,
    audiences: Record<string, readonly string[]>,
  ) {
    super(scope, id)
    this.topics = new Map(
      Object.entries(audiences).map(([audience, emails]) => [
        audience,
        this.#topic(audience, emails, names, key),
      ]),
    )
  }

  /** Lets nobody but these roles write to people in our name. */
  onlyToldBy(roles: readonly IRole[]): void {
    for (const topic of this.topics.values()) onlyPublishedBy(topic, roles)
  }

  #topic(audience: string, emails: readonly string[], names: Names, key: IKey): Topic {
    const topic = new Topic(this, audience, {
      topicName: names.audienceTopic(audience),
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
    return topic
  }
}
