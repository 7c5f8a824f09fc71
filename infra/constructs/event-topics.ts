import { Stack } from 'aws-cdk-lib'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type CfnTopic, LoggingProtocol, Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { keepLogicalId } from '../logical-ids.ts'
import type { Names } from '../names.ts'
import type { Alerting } from './alarms/operations-alarm.ts'
import { undeliveredAlarm } from './alarms/undelivered-alarm.ts'
import { DeliveryLog } from './alerts/delivery-log.ts'
import type { LogKeeping } from './functions/kept-logs.ts'
import { letSubscribe, onlyPublishedBy, signatureVersion } from './topic-policy.ts'

export type EventTopicsProps = {
  key: IKey
  logs: LogKeeping
  hasFifoTopic: boolean
  /** Other accounts that may subscribe. */
  subscriberAccounts: readonly string[]
  /** How they may have events delivered. */
  subscriberProtocols: readonly string[]
}

/** Every protocol by which services subscribe, and of which SNS keeps a log. */
const protocols = [
  LoggingProtocol.FIREHOSE,
  LoggingProtocol.HTTP,
  LoggingProtocol.LAMBDA,
  LoggingProtocol.SQS,
]

/** The topic of all events and, for consumers that want order, its FIFO twin. */
export class EventTopics extends Construct {
  readonly topic: Topic
  readonly fifoTopic: Topic | null

  constructor(scope: Construct, id: string, alerting: Alerting, props: EventTopicsProps) {
    super(scope, id)
    const { key } = props
    const { names } = alerting
    this.topic = new Topic(this, 'Topic', {
      topicName: names.topic,
      displayName: `Attendance events of ${names.stack}`,
      masterKey: key,
      enforceSSL: true,
      signatureVersion,
      loggingConfigs: new DeliveryLog(
        this,
        'DeliveryLog',
        names.deliveryFailures(names.topic, Stack.of(this)),
        props.logs,
      ).failuresBy(protocols),
    })
    keepLogicalId(this.topic.node.defaultChild as CfnTopic, 'EventsTopic')
    this.fifoTopic = props.hasFifoTopic ? this.#fifoTopic(names, props) : null
    for (const topic of this.all) {
      letSubscribe(topic, props.subscriberAccounts, props.subscriberProtocols)
    }
    this.#alarms(alerting)
  }

  get all(): Topic[] {
    return this.fifoTopic === null ? [this.topic] : [this.topic, this.fifoTopic]
  }

  /** Lets nobody forge an event, whatever else they may do in the account. */
  onlyPublishedBy(roles: readonly IRole[]): void {
    for (const topic of this.all) onlyPublishedBy(topic, roles)
  }

  #fifoTopic(names: Names, { key, logs }: EventTopicsProps): Topic {
    const topic = new Topic(this, 'FifoTopic', {
      topicName: names.fifoTopic,
      displayName: `Attendance events of ${names.stack}, in order`,
      fifo: true,
      masterKey: key,
      enforceSSL: true,
      signatureVersion,
      loggingConfigs: new DeliveryLog(
        this,
        'FifoDeliveryLog',
        names.deliveryFailures(names.fifoTopic, Stack.of(this)),
        logs,
        // Nothing but a queue can subscribe to it.
      ).failuresBy([LoggingProtocol.SQS]),
    })
    keepLogicalId(topic.node.defaultChild as CfnTopic, 'EventsFifoTopic')
    return topic
  }

  #alarms(alerting: Alerting): void {
    undeliveredAlarm(this, alerting, this.topic, {
      what: 'events',
      meaning:
        'A subscriber did not take an event: what it should have learned is lost to it, unless it has a dead-letter queue.',
    })
    if (this.fifoTopic === null) return
    undeliveredAlarm(this, alerting, this.fifoTopic, {
      what: 'events-fifo',
      meaning:
        'A queue on the FIFO topic did not take an event: it is lost to it, unless it has a dead-letter queue.',
    })
  }
}
