import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Alias, CfnAlias } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { Settings } from '../../../lib/settings/settings.ts'
import { acknowledge } from '../../acknowledge.ts'
import type { DeployedFunction } from './deployed-function.ts'

/** How fast a new version takes over; long enough for the feed's alarms: docs/decisions/releases.md. */
const paces = {
  linear: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_3MINUTES,
  canary: LambdaDeploymentConfig.CANARY_10PERCENT_30MINUTES,
} as const

type Pace = keyof typeof paces

/** The pace that the settings ask for; null where a new version takes over all at once. */
export const paceOf = ({ aws }: Settings): Pace | null =>
  aws.release === 'all-at-once' ? null : aws.release

export type GradualReleaseProps = {
  pace: Pace
  /** Whether new versions take over all at once this time. */
  isSkipped: boolean
  functions: readonly DeployedFunction[]
  /** What says that the feed is unwell, whichever function is to blame; eight at most. */
  alarms: readonly Alarm[]
}

/**
 * Hands every function over to its new version bit by bit, and back as soon as the feed, or the
 * function itself, is in alarm; the stack then goes back, too.
 */
export class GradualRelease extends Construct {
  constructor(scope: Construct, id: string, props: GradualReleaseProps) {
    super(scope, id)
    const { pace, functions, alarms } = props
    const application = new LambdaApplication(this, 'Application')
    const role = this.#role(functions)
    for (const each of functions) {
      const group = new LambdaDeploymentGroup(this, each.node.id, {
        application,
        alias: each.live,
        deploymentConfig: paces[pace],
        alarms: [...alarms, each.alarms.errors, each.alarms.timeout],
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        // CDK would add a managed policy for every function of the account.
        role: role.withoutPolicyUpdates(),
      })
      group.node.addDependency(role)
      // CloudFormation shifts the alias by way of the group, which must be there by then.
      each.live.node.addDependency(group)
      if (props.isSkipped) shiftAtOnce(each.live)
    }
  }

  #role(functions: readonly DeployedFunction[]): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    })
    role.addToPolicy(
      new PolicyStatement({
        actions: [
          'lambda:GetAlias',
          'lambda:GetProvisionedConcurrencyConfig',
          'lambda:UpdateAlias',
        ],
        resources: functions.flatMap((each) => [each.function.functionArn, each.liveArn]),
      }),
    )
    role.addToPolicy(
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
    )
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'CodeDeploy asks CloudWatch for the states of alarms, which it may only do for all of them: ' +
        'a narrower right lets no composite alarm be read. They tell of nobody.',
    )
    return role
  }
}

/** Lets CloudFormation point the alias to the new version, and leave CodeDeploy out of it. */
const shiftAtOnce = (alias: Alias): void => {
  const { cfnOptions } = alias.node.defaultChild as CfnAlias
  delete cfnOptions.updatePolicy
}
