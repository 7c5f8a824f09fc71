import { attendanceApp } from './attendance-app.ts'
import { environmentsFolder, readEnvironments } from './environments.ts'
import { checkWithRulePacks } from './nag.ts'

const app = attendanceApp(readEnvironments(environmentsFolder))
checkWithRulePacks(app)
app.synth()
