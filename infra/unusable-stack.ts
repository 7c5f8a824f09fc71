import { type App, CfnWaitConditionHandle, Stack } from 'aws-cdk-lib'
import type { IPolicyValidationPlugin, PolicyViolation } from 'aws-cdk-lib/core'
import type { IConstruct } from 'constructs'
import type { UnusableEnvironment } from './environments.ts'

/**
 * Stands for an environment whose settings cannot be used: it cannot be synthesized, and says
 * why, while the other environments can.
 */
export class UnusableStack extends Stack {
  readonly problems: readonly string[]

  constructor(app: App, { name, problems }: UnusableEnvironment) {
    super(app, `attendance-${name.replaceAll(/[^A-Za-z0-9-]/g, '-')}`)
    this.problems = problems
    // A stack without any resource would be a second problem.
    new CfnWaitConditionHandle(this, 'Nothing')
  }
}

const violations = (app: IConstruct): PolicyViolation[] =>
  app.node.children
    .filter((child) => child instanceof UnusableStack)
    .flatMap(({ problems, node }) =>
      problems.map((description, index) => ({
        ruleName: `Settings${index + 1}`,
        description,
        severity: 'error',
        violatingResources: [{ constructPath: node.path, locations: [] }],
      })),
    )

/**
 * Ends the synth of stacks whose settings cannot be used. The CDK tells annotations apart by
 * stack less well: an error of one would end the synth of another that has but a warning.
 */
export const settingsCheck: IPolicyValidationPlugin = {
  name: 'Settings',
  validate: ({ appConstruct }) => {
    const found = violations(appConstruct)
    return { success: found.length === 0, violations: found }
  },
}
