import { type App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import { settingsCheck } from './unusable-stack.ts'

/** The rule packs that an environment is checked against. */
export const rulePacks = () => [new AwsSolutionsChecks(), new ServerlessChecks()]

/** Checks every stack at every synth; a finding that nobody acknowledged ends it. */
export const checkWithRulePacks = (app: App): void =>
  Validations.of(app).addPlugins(settingsCheck, ...rulePacks())
