import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** What points an AWS SDK at the engines: Python's has another name for the region, and Lambda sets both. */
export const pointingAt = <Environment extends { AWS_REGION: string }>(
  environment: Environment,
) => ({
  ...environment,
  AWS_DEFAULT_REGION: environment.AWS_REGION,
})

/** A path for a database of one test. */
export const newDatabase = (): string =>
  join(mkdtempSync(join(tmpdir(), 'consumer-')), 'consumer.sqlite')

/** Runs an example until it is stopped, or the test ends. @returns what it has told so far */
export const startExample = (
  [command, ...args]: readonly [string, ...string[]],
  environment: Record<string, string>,
): { lines: string[]; errors: string[]; ended: Promise<number | null>; stop: () => void } => {
  const child = spawn(command, args, { env: { ...process.env, ...environment } })
  const stop = () => void child.kill('SIGKILL')
  onTestFinished(stop)
  const told: { lines: string[]; errors: string[] } = { lines: [], errors: [] }
  createInterface(child.stdout).on('line', (line) => told.lines.push(line))
  createInterface(child.stderr).on('line', (line) => told.errors.push(line))
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { ...told, ended, stop }
}
