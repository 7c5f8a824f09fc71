import { Arn, ArnFormat, Duration, type RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AccountRootPrincipal,
  type IPrincipal,
  PolicyDocument,
  PolicyStatement,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam'
import { type CfnKey, Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { keepLogicalId } from '../logical-ids.ts'
import type { Names } from '../names.ts'
import { toSend, toUseTables } from './key-usage.ts'

/** What the key's administrators do; using it to read data is not among it. */
const administration = [
  'kms:CancelKeyDeletion',
  'kms:CreateAlias',
  'kms:DeleteAlias',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:DisableKeyRotation',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListGrants',
  'kms:ListKeyPolicies',
  'kms:ListKeyRotations',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:RevokeGrant',
  'kms:RotateKeyOnDemand',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateAlias',
  'kms:UpdateKeyDescription',
]

const services = ['dynamodb', 'secretsmanager', 'sns', 'sqs']

/**
 * The one key of an environment, rotated every year. Its policy is narrow: the account
 * administers it, and may allow its roles to use it only through the services that hold our
 * data; a service may use it only for the resources of this environment.
 */
export class EnvironmentKey extends Construct {
  readonly key: Key

  constructor(scope: Construct, id: string, names: Names, removalPolicy: RemovalPolicy) {
    super(scope, id)
    const stack = Stack.of(this)
    const root = new AccountRootPrincipal()
    const through = services.map((service) => `${service}.${stack.region}.amazonaws.com`)
    const ofThisAccount = { 'kms:CallerAccount': stack.account }
    const viaOurServices = { StringEquals: { ...ofThisAccount, 'kms:ViaService': through } }
    const statements = [
      allow('Administration', root, administration),
      allow('UseThroughTheServicesThatHoldOurData', root, toUseTables, viaOurServices),
      allow('GrantsForTheTables', root, ['kms:CreateGrant'], {
        StringEquals: {
          ...ofThisAccount,
          'kms:ViaService': `dynamodb.${stack.region}.amazonaws.com`,
        },
        Bool: { 'kms:GrantIsForAWSResource': 'true' },
      }),
      this.#logs(names),
      this.#messages('sns', 'TopicsToQueues', [
        this.#arn('sns', names.topic),
        this.#arn('sns', names.fifoTopic),
      ]),
    ]
    this.key = new Key(this, 'Key', {
      alias: names.keyAlias,
      description: `Tables, topics, queues, secrets and logs of ${names.stack}`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      policy: new PolicyDocument({ statements }),
      removalPolicy,
    })
    keepLogicalId(this.key.node.defaultChild as CfnKey, 'EnvironmentKey')
  }

  /** Log groups of this environment alone: CloudWatch Logs names the group it encrypts. */
  #logs(names: Names): PolicyStatement {
    const stack = Stack.of(this)
    const logGroups = [
      names.logGroup('*'),
      names.deliveryFailures(names.topic, stack),
      names.deliveryFailures(names.fifoTopic, stack),
    ].map((name) => this.#arn('logs', name))
    return allow(
      'LogGroups',
      new ServicePrincipal(`logs.${stack.region}.amazonaws.com`),
      ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
      { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logGroups } },
    )
  }

  /** A service that delivers to an encrypted queue. */
  #messages(service: string, sid: string, sources: string[]): PolicyStatement {
    return allow(sid, new ServicePrincipal(`${service}.amazonaws.com`), toSend, {
      ArnLike: { 'aws:SourceArn': sources },
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
    })
  }

  #arn(kind: 'logs' | 'sns', name: string): string {
    const resources = {
      logs: { service: 'logs', resource: 'log-group', resourceName: name },
      sns: { service: 'sns', resource: name },
    }
    const arnFormat = kind === 'sns' ? ArnFormat.NO_RESOURCE_NAME : ArnFormat.COLON_RESOURCE_NAME
    return Arn.format({ ...resources[kind], arnFormat }, Stack.of(this))
  }
}

const allow = (
  sid: string,
  principal: IPrincipal,
  actions: string[],
  conditions?: Record<string, unknown>,
): PolicyStatement =>
  new PolicyStatement({
    sid,
    principals: [principal],
    actions,
    // In a key's own policy, this means the key.
    resources: ['*'],
    ...(conditions && { conditions }),
  })
