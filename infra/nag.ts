import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/** The rule packs that an environment is checked against. */
export const rulePacks = () => [new AwsSolutionsChecks(), new ServerlessChecks()]

/** Checks every stack at every synth; a finding that nobody acknowledged ends it. */
export const checkWithRulePacks = (app: App): void => Validations.of(app).addPlugins(...rulePacks())

/** Accepts a finding, for a reason that would convince a reviewer. */
export const acknowledge = (construct: IConstruct, id: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id, reason })
