import { SettingsError } from '../lib/platform/parse-settings.ts'
import { attendanceApp } from './attendance-app.ts'
import { environmentsFolder, readEnvironments, UnusableEnvironmentsError } from './environments.ts'
import { checkWithRulePacks } from './nag.ts'

try {
  const app = attendanceApp(readEnvironments(environmentsFolder))
  checkWithRulePacks(app)
  app.synth()
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof UnusableEnvironmentsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
