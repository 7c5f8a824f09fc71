import { App, type AppProps } from 'aws-cdk-lib'
import featureFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import type { Settings } from '../lib/settings/settings.ts'
import { AttendanceStack } from './attendance-stack.ts'
import { type Deployment, deploymentOf } from './deployment.ts'
import type { readEnvironments } from './environments.ts'
import { namesOf } from './names.ts'
import { checkResources } from './stack-size.ts'
import { UnfitSettingsError } from './unfit-settings.ts'
import { UnusableStack } from './unusable-stack.ts'

const addStack = (app: App, settings: Settings, deployment: Deployment): void => {
  try {
    checkResources(new AttendanceStack(app, settings, deployment))
  } catch (error) {
    if (!(error instanceof UnfitSettingsError)) throw error
    app.node.tryRemoveChild(namesOf(settings.name).stack)
    const { name } = settings
    new UnusableStack(app, { name, problems: [`${name}.json: ${error.message}`] })
  }
}

/** The CDK app: one stack for each environment. */
export const attendanceApp = (
  { usable, unusable }: ReturnType<typeof readEnvironments>,
  props: AppProps = {},
): App => {
  const app = new App({
    analyticsReporting: false,
    ...props,
    postCliContext: { ...featureFlags, ...props.postCliContext },
  })
  const deployment = deploymentOf(app)
  for (const settings of usable) addStack(app, settings, deployment)
  for (const each of unusable) new UnusableStack(app, each)
  return app
}
