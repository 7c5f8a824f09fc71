import { RemovalPolicy } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { LoggingConfig, LoggingProtocol } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import { keptLogs, type LogKeeping } from '../functions/kept-logs.ts'

/**
 * What SNS notes of deliveries that failed: to whom, and what they answered, never the message.
 * SNS decides what the log group is called; it is made here to be encrypted, kept for as long
 * as the settings say, and gone with the topic.
 */
export class DeliveryLog extends Construct {
  readonly #role: Role

  constructor(scope: Construct, id: string, logGroupName: string, keeping: LogKeeping) {
    super(scope, id)
    // It is about subscriptions, which go with their topic.
    const removalPolicy = RemovalPolicy.DESTROY
    const logs = keptLogs(this, 'Logs', logGroupName, { ...keeping, removalPolicy })
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('sns.amazonaws.com') })
    this.#role.addToPolicy(
      new PolicyStatement({
        // SNS asks for the group whether or not it is there.
        actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logs.logGroupArn],
      }),
    )
  }

  /** What a topic is to be told, so that failures by these protocols are noted. */
  failuresBy(protocols: readonly LoggingProtocol[]): LoggingConfig[] {
    return protocols.map((protocol) => ({ protocol, failureFeedbackRole: this.#role }))
  }
}
