import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { ScheduleExpression, ScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import { pollQueue } from '../../../lib/polling/queues.ts'
import { dispatchEverySeconds } from '../../../lib/polling/timing.ts'
import { acknowledge } from '../../acknowledge.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import { DeadLetters, GuardedQueue } from '../guarded-queue.ts'
import type { DeployedFunction } from './deployed-function.ts'
import { FunctionSchedule } from './function-schedule.ts'
import { type PollerFunctions, type PollerResources, pollerFunctions } from './poller-functions.ts'

export type PollerProps = Omit<PollerResources, 'polls'>

/** A dead letter says why a run could not be started, or holds a digest, for a day. */
const scheduleDeadLetterRetentionSeconds = 24 * 3_600

/** The three functions of the poller, the queue between them, and their schedules. */
export class Poller extends Construct {
  readonly polls: GuardedQueue
  readonly scheduleDeadLetters: DeadLetters
  readonly functions: PollerFunctions
  readonly schedules: ScheduleGroup

  constructor(scope: Construct, id: string, alerting: Alerting, props: PollerProps) {
    super(scope, id)
    this.polls = new GuardedQueue(this, 'Polls', alerting, {
      name: 'polls',
      key: props.key,
      ...pollQueue,
      deadLetterMeaning:
        'Polls of a shard failed twice: changes of up to a whole shard of people come late.',
      waitingMeaning:
        'Polls wait for minutes before they begin, or never begin: who clocks in or out is seen late.',
    })
    this.scheduleDeadLetters = new DeadLetters(this, 'ScheduleDeadLetters', alerting, {
      of: 'schedules',
      key: props.key,
      retentionSeconds: scheduleDeadLetterRetentionSeconds,
      meaning:
        'A scheduled run could not be started, or a digest could not be sent: polls or the roster stand still, or people miss the summary of the day.',
    })
    this.functions = pollerFunctions(this, alerting, {
      ...props,
      polls: this.polls.queue,
    })
    const { pollShard, refreshRoster } = this.functions
    props.topics.onlyPublishedBy([pollShard.role, refreshRoster.role])
    this.schedules = new ScheduleGroup(this, 'Schedules', {
      scheduleGroupName: alerting.names.stack,
      // CDK would keep it, and its name would be taken when the stack comes back.
      removalPolicy: RemovalPolicy.DESTROY,
    })
    this.#pollFromQueue(props.settings.polling.concurrentPolls)
    this.#schedules(alerting, props)
  }

  #pollFromQueue(concurrentPolls: number): void {
    const { live, role } = this.functions.pollShard
    const mapping = live.addEventSourceMapping('Ticks', {
      eventSourceArn: this.polls.queue.queueArn,
      batchSize: pollQueue.batchSize,
      maxConcurrency: concurrentPolls,
      reportBatchItemFailures: true,
    })
    // Lambda checks when the mapping is made that the function may receive.
    acknowledge(
      mapping,
      'Serverless-LambdaEventSourceMappingDestination',
      'Lambda offers destinations for streams only: what a queue cannot get rid of goes to its dead-letter queue.',
    )
    mapping.node.addDependency(role)
  }

  #schedules(alerting: Alerting, { settings, key }: PollerProps): void {
    const { names } = alerting
    const every = (id: string, what: string, everySeconds: number, to: DeployedFunction) =>
      new FunctionSchedule(this, id, {
        scheduleName: names.named(what),
        description: `Starts ${what}`,
        group: this.schedules,
        expression: ScheduleExpression.rate(Duration.seconds(everySeconds)),
        // Until the next one is due, and no longer.
        retryForSeconds: everySeconds,
        target: to.live,
        deadLetters: this.scheduleDeadLetters.queue,
        key,
        isStopped: alerting.isStopped,
      })
    const { dispatchPolls, refreshRoster } = this.functions
    every('Dispatch', 'dispatch-polls', dispatchEverySeconds, dispatchPolls)
    every('Roster', 'refresh-roster', settings.polling.rosterEverySeconds, refreshRoster)
  }
}
