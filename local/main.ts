import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsError } from '../lib/settings/reading/parse-settings.ts'
import { endWithNpm } from './end-with-npm.ts'
import { readRunOptions } from './options.ts'
import { startRun } from './run.ts'
import { StartError } from './start-error.ts'
import { within } from './within.ts'

/** Whatever still runs then is cut off, in milliseconds. */
const endWithin = 1_800
/** A terminal and npm both pass one Ctrl-C on: a second one so soon is the same. */
const sameKeystroke = 300

const describe = (error: unknown): string => {
  if (error instanceof StartError || error instanceof SettingsError) return error.message
  return error instanceof Error ? `failed: ${error.message}` : 'failed'
}

const fail = (error: unknown): never => {
  for (const line of describe(error).split('\n')) process.stderr.write(`error: ${line}\n`)
  process.exit(1)
}

const options = readRunOptions(process.argv, process.env)
endWithNpm()
const asked = new AbortController()
let isStarted = false
let askedAt: number | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (!isStarted) process.exit(0)
    askedAt ??= performance.now()
    if (performance.now() - askedAt > sameKeystroke) process.exit(130)
    asked.abort()
  })
// Whoever read the events has had enough of them.
process.stdout.on('error', () => process.exit(0))
process.on('uncaughtException', (error) => {
  if (!asked.signal.aborted) fail(error)
})

const run = await startRun(options, process.stdout, process.stderr).catch(fail)
isStarted = true
const input = createInterface({ input: process.stdin })
input.on('line', (line) => void run.ask(line))
const timeIsUp = options.runFor === null ? [] : [delay(options.runFor * 1_000)]
await Promise.race([once(asked.signal, 'abort'), ...timeIsUp])
asked.abort()
await within(endWithin, run.end())
process.exit(0)
