import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import {
  type IScheduleGroup,
  Schedule,
  ScheduleExpression,
  TimeWindow,
} from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { toSend } from './key-usage.ts'

export type EveryScheduleProps = {
  scheduleName: string
  description: string
  group: IScheduleGroup
  everySeconds: number
  target: IFunction
  /** Where runs go that could not be started. */
  deadLetters: IQueue
  key: IKey
}

/**
 * Starts a function at a steady pace, to the minute. A start that fails is tried again until
 * the next one is due, and no longer.
 */
export class EverySchedule extends Construct {
  constructor(scope: Construct, id: string, props: EveryScheduleProps) {
    super(scope, id)
    const pace = Duration.seconds(props.everySeconds)
    new Schedule(this, 'Schedule', {
      scheduleName: props.scheduleName,
      description: props.description,
      scheduleGroup: props.group,
      schedule: ScheduleExpression.rate(pace),
      timeWindow: TimeWindow.off(),
      target: new LambdaInvoke(props.target, {
        // CDK would also allow every version of the function, which is a wildcard.
        role: this.#role(props).withoutPolicyUpdates(),
        deadLetterQueue: props.deadLetters,
        maxEventAge: pace,
        retryAttempts: 2,
      }),
    })
  }

  #role({ group, target, deadLetters, key }: EveryScheduleProps): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': group.scheduleGroupArn,
          },
        },
      }),
    })
    const statements = [
      { actions: ['lambda:InvokeFunction'], resources: [target.functionArn] },
      { actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] },
      { actions: toSend, resources: [key.keyArn] },
    ]
    for (const statement of statements) role.addToPolicy(new PolicyStatement(statement))
    return role
  }
}
