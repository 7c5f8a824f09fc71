import { SettingsError } from '../lib/platform/settings.ts'
import { attendanceApp } from './attendance-app.ts'
import { environmentsFolder, readEnvironments, UnusableEnvironmentsError } from './environments.ts'

try {
  attendanceApp(readEnvironments(environmentsFolder)).synth()
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof UnusableEnvironmentsError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
