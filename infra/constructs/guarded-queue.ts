import { Duration } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { type Alerting, OperationsAlarm } from './alarms/operations-alarm.ts'

export type DeadLettersProps = {
  /** Whose dead letters: `polls` gives the queue `…-polls-dead-letters`. */
  of: string
  key: IKey
  retentionSeconds: number
  /** What a message there means for people. */
  meaning: string
}

/** A queue for what could not be handled, with its alarm. */
export class DeadLetters extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, id: string, alerting: Alerting, props: DeadLettersProps) {
    super(scope, id)
    const name = `${props.of}-dead-letters`
    this.queue = new Queue(this, 'Queue', {
      queueName: alerting.names.named(name),
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: props.key,
      enforceSSL: true,
      retentionPeriod: Duration.seconds(props.retentionSeconds),
    })
    const reason =
      'It is a dead-letter queue itself: people look at what is in it, nothing reads it.'
    acknowledge(this.queue, 'AwsSolutions-SQS3', reason)
    acknowledge(this.queue, 'Serverless-SQSRedrivePolicy', reason)
    new OperationsAlarm(this, 'DeadLettersAlarm', alerting, {
      name,
      section: 'dead-letters',
      meaning: props.meaning,
      metric: this.queue.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      limit: { above: 0 },
    })
  }
}

export type GuardedQueueProps = {
  name: string
  key: IKey
  visibilityTimeoutSeconds: number
  retentionSeconds: number
  maxReceiveCount: number
  deadLetterRetentionSeconds: number
  /** What a dead letter means for people. */
  deadLetterMeaning: string
  waitingTooLongSeconds: number
  /** What it means for people that messages wait too long. */
  waitingMeaning: string
}

/** A queue together with its dead-letter queue, and the alarms on both. */
export class GuardedQueue extends Construct {
  readonly queue: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, alerting: Alerting, props: GuardedQueueProps) {
    super(scope, id)
    const { queue: deadLetters } = new DeadLetters(this, 'DeadLetters', alerting, {
      of: props.name,
      key: props.key,
      retentionSeconds: props.deadLetterRetentionSeconds,
      meaning: props.deadLetterMeaning,
    })
    this.deadLetters = deadLetters
    this.queue = new Queue(this, 'Queue', {
      queueName: alerting.names.named(props.name),
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: props.key,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(props.visibilityTimeoutSeconds),
      retentionPeriod: Duration.seconds(props.retentionSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: props.maxReceiveCount },
    })
    new OperationsAlarm(this, 'WaitingAlarm', alerting, {
      name: `${props.name}-waiting`,
      section: 'queue-waiting',
      meaning: props.waitingMeaning,
      metric: this.queue.metricApproximateAgeOfOldestMessage({
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      limit: { above: props.waitingTooLongSeconds },
      periods: 3,
    })
  }
}
