import { App, type AppProps } from 'aws-cdk-lib'
import featureFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import type { Settings } from '../lib/platform/settings.ts'
import { AttendanceStack } from './attendance-stack.ts'
import { deploymentOf } from './deployment.ts'

/** The CDK app: one stack for each environment. */
export const attendanceApp = (environments: readonly Settings[], props: AppProps = {}): App => {
  const app = new App({
    analyticsReporting: false,
    ...props,
    postCliContext: { ...featureFlags, ...props.postCliContext },
  })
  const deployment = deploymentOf(app)
  for (const settings of environments) new AttendanceStack(app, settings, deployment)
  return app
}
