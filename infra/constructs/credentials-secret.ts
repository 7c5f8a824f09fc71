import type { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../acknowledge.ts'
import { keepLogicalId } from '../logical-ids.ts'

export type CredentialsSecretProps = { secretName: string; key: IKey; removalPolicy: RemovalPolicy }

/**
 * The Workforce API's credentials, created without a value: an operator fills them in. CDK's own
 * Secret would invent a value, which the functions would then send to the API.
 */
export class CredentialsSecret extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, props: CredentialsSecretProps) {
    super(scope, id)
    const secret = new CfnSecret(this, 'Secret', {
      name: props.secretName,
      description: 'Workforce API credentials: {"clientId": "…", "clientSecret": "…"}',
      kmsKeyId: props.key.keyArn,
    })
    keepLogicalId(secret, 'CredentialsSecret')
    secret.applyRemovalPolicy(props.removalPolicy)
    acknowledge(
      secret,
      'AwsSolutions-SMG4',
      'Only the provider of the Workforce API can issue its credentials, so Secrets Manager ' +
        'cannot rotate them. docs/operations.md says how people do, without a gap.',
    )
    this.arn = secret.ref
  }
}
