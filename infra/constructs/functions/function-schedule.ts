import { Duration, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { type Alias, type IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import {
  type IScheduleGroup,
  Schedule,
  type ScheduleExpression,
  ScheduleTargetInput,
  TimeWindow,
} from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { toSend } from '../key-usage.ts'

export type FunctionScheduleProps = {
  scheduleName: string
  description: string
  group: IScheduleGroup
  /** When it runs. */
  expression: ScheduleExpression
  /** What it is invoked with; an event of the scheduler where left out. */
  input?: Record<string, string>
  /** A start that fails is tried again for so long; it is not made after that. */
  retryForSeconds: number
  target: Alias
  /** Where runs go that could not be started. */
  deadLetters: IQueue
  key: IKey
  /** Whether it waits for an operator to start it. */
  isStopped: boolean
}

/** What the scheduler allows; it waits ever longer between them. */
const mostRetries = 185

/** Starts a function on a schedule, to the minute. */
export class FunctionSchedule extends Construct {
  constructor(scope: Construct, id: string, props: FunctionScheduleProps) {
    super(scope, id)
    new Schedule(this, 'Schedule', {
      scheduleName: props.scheduleName,
      description: props.description,
      scheduleGroup: props.group,
      schedule: props.expression,
      timeWindow: TimeWindow.off(),
      enabled: !props.isStopped,
      target: new LambdaInvoke(this.#started(props), {
        // CDK would also allow every version of the function, which is a wildcard.
        role: this.#role(props).withoutPolicyUpdates(),
        deadLetterQueue: props.deadLetters,
        maxEventAge: Duration.seconds(props.retryForSeconds),
        // As often as there is time for.
        retryAttempts: mostRetries,
        ...(props.input && { input: ScheduleTargetInput.fromObject(props.input) }),
      }),
    })
  }

  /**
   * The alias by its ARN, which is all that a schedule wants of it. The role of the schedule may
   * start it; CDK cannot tell that both are of one account, and would let the alias allow it, too.
   */
  #started({ target: { functionArn } }: FunctionScheduleProps): IFunction {
    return LambdaFunction.fromFunctionAttributes(this, 'Started', {
      functionArn,
      skipPermissions: true,
    })
  }

  #role({ group, target, deadLetters, key }: FunctionScheduleProps): Role {
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
