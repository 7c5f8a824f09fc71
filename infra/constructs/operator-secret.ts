import type { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { keepLogicalId } from '../logical-ids.ts'

export type OperatorSecretProps = {
  /** Its logical id, which never changes, or the secret would be replaced. */
  logicalId: string
  secretName: string
  /** What it is for, and its shape. */
  description: string
  /** Why Secrets Manager cannot rotate it. */
  whyNoRotation: string
  key: IKey
  removalPolicy: RemovalPolicy
}

/**
 * A secret that is created without a value: an operator fills it in. CDK's own Secret would
 * invent a value, which the functions would then use.
 */
export class OperatorSecret extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, props: OperatorSecretProps) {
    super(scope, id)
    const secret = new CfnSecret(this, 'Secret', {
      name: props.secretName,
      description: props.description,
      kmsKeyId: props.key.keyArn,
    })
    keepLogicalId(secret, props.logicalId)
    secret.applyRemovalPolicy(props.removalPolicy)
    acknowledge(secret, 'AwsSolutions-SMG4', props.whyNoRotation)
    this.arn = secret.ref
  }
}
