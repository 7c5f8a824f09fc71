import { rm } from 'node:fs/promises'
import { endWithNpm } from '../../local/end-with-npm.ts'
import { planOf } from './faults/plan.ts'
import { readTortureOptions } from './options.ts'
import { describeFindings, describeResult } from './report.ts'
import { removalAfter } from './settings.ts'
import { torture } from './torture.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const { minutes, seed, employees } = readTortureOptions(process.argv)
endWithNpm()
const length = minutes * 60_000
const quiet = (removalAfter + 4) * 1_000
const began = Date.now()
const print = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => {
  const seconds = ((Date.now() - began) / 1_000).toFixed(1)
  print(`${seconds.padStart(6)} s  ${text}`)
}

print(`npm run torture -- --minutes ${minutes} --seed ${seed} --employees ${employees}`)
const plan = planOf(seed, length, employees)
const result = await torture({ seed, employees, plan, length, quiet, tell })
print(describeResult(result))
if (result.findings.length > 0) {
  print(describeFindings(result))
  process.exitCode = 1
} else await rm(result.folder, { recursive: true })
