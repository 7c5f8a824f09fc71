import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type CfnTopic, Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { keepLogicalId } from '../logical-ids.ts'
import type { Names } from '../names.ts'
import { letSubscribe, onlyPublishedBy, signatureVersion } from './topic-policy.ts'

export type EventTopicsProps = {
  names: Names
  key: IKey
  hasFifoTopic: boolean
  /** Other accounts that may subscribe. */
  subscriberAccounts: readonly string[]
  /** How they may have events delivered. */
  subscriberProtocols: readonly string[]
}

/** The topic of all events and, for consumers that want order, its FIFO twin. */
export class EventTopics extends Construct {
  readonly topic: Topic
  readonly fifoTopic: Topic | null

  constructor(scope: Construct, id: string, props: EventTopicsProps) {
    super(scope, id)
    const { names, key } = props
    this.topic = new Topic(this, 'Topic', {
      topicName: names.topic,
      displayName: `Attendance events of ${names.stack}`,
      masterKey: key,
      enforceSSL: true,
      signatureVersion,
    })
    keepLogicalId(this.topic.node.defaultChild as CfnTopic, 'EventsTopic')
    this.fifoTopic = props.hasFifoTopic ? this.#fifoTopic(names, key) : null
    for (const topic of this.all) {
      letSubscribe(topic, props.subscriberAccounts, props.subscriberProtocols)
    }
  }

  get all(): Topic[] {
    return this.fifoTopic === null ? [this.topic] : [this.topic, this.fifoTopic]
  }

  /** Lets nobody forge an event, whatever else they may do in the account. */
  onlyPublishedBy(roles: readonly IRole[]): void {
    for (const topic of this.all) onlyPublishedBy(topic, roles)
  }

  #fifoTopic(names: Names, key: IKey): Topic {
    const topic = new Topic(this, 'FifoTopic', {
      topicName: names.fifoTopic,
      displayName: `Attendance events of ${names.stack}, in order`,
      fifo: true,
      masterKey: key,
      enforceSSL: true,
      signatureVersion,
    })
    keepLogicalId(topic.node.defaultChild as CfnTopic, 'EventsFifoTopic')
    return topic
  }
}
