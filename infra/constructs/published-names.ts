import { CfnOutput } from 'aws-cdk-lib'
import { StringParameter } from 'aws-cdk-lib/aws-ssm'
import { Construct } from 'constructs'
import type { Names } from '../names.ts'

/** Something that other stacks and people look up. */
export type PublishedName = { output: string; parameter: string; value: string; what: string }

/** Outputs of the stack, and the same in Parameter Store for other stacks. */
export class PublishedNames extends Construct {
  constructor(scope: Construct, id: string, names: Names, published: PublishedName[]) {
    super(scope, id)
    for (const { output, parameter, value, what } of published) {
      new CfnOutput(this, output, { value, description: what }).overrideLogicalId(output)
      new StringParameter(this, `${output}Parameter`, {
        parameterName: names.parameter(parameter),
        description: what,
        stringValue: value,
      })
    }
  }
}
