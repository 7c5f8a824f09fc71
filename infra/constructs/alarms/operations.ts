import { ArnFormat, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type CfnTopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import { keepLogicalId } from '../../logical-ids.ts'
import type { Names } from '../../names.ts'
import { signatureVersion } from '../topic-policy.ts'

const whyNoKey = 'An alarm must be heard also where the key is what has failed.'

/**
 * The topic that alarms go to, and the people who get its mail. It does without the environment's
 * key, which may be what an alarm is about; no alarm tells of anybody. SNS encrypts its disks anyway.
 */
export class OperationsTopic extends Construct {
  readonly topic: Topic

  constructor(scope: Construct, id: string, names: Names, emails: readonly string[]) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', {
      topicName: names.operationsTopic,
      displayName: `Alarms of ${names.stack}`,
      enforceSSL: true,
      signatureVersion,
    })
    const resource = this.topic.node.defaultChild as CfnTopic
    keepLogicalId(resource, 'OperationsTopic')
    resource.addMetadata('checkov', { skip: [{ id: 'CKV_AWS_26', comment: whyNoKey }] })
    this.topic.addToResourcePolicy(this.#alarmsMayPublish(names))
    for (const email of emails) this.topic.addSubscription(new EmailSubscription(email))
    acknowledge(
      this.topic,
      'Serverless-SNSRedrivePolicy',
      'SNS tries a mail for six hours. One that still fails is of no use in a queue: the alarm ' +
        'is seen in CloudWatch, and its mail says nothing more.',
    )
  }

  #alarmsMayPublish(names: Names): PolicyStatement {
    const { account } = Stack.of(this)
    const alarms = Stack.of(this).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: names.named('*'),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    return new PolicyStatement({
      sid: 'AlarmsMayPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [this.topic.topicArn],
      conditions: {
        ArnLike: { 'aws:SourceArn': alarms },
        StringEquals: { 'aws:SourceAccount': account },
      },
    })
  }
}
