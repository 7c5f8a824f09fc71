import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished, vi } from 'vitest'

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

/** Starts an example that takes webhooks. @returns where it listens, and what it acted on so far */
export const startListening = async (
  command: readonly [string, ...string[]],
  keys: readonly string[],
): Promise<{ url: string; acted: () => string[] }> => {
  const { lines } = startExample(command, { WEBHOOK_KEYS: keys.join(' ') })
  const url = await vi.waitFor(
    () => {
      const [, address] = /^listening on (.+)$/.exec(lines[0] ?? '') ?? []
      if (address === undefined) throw new Error('It does not listen yet')
      return address
    },
    { timeout: 20_000 },
  )
  return { url, acted: () => lines.slice(1) }
}
