import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A run of `npm start` in a process of its own. */
export type ChildRun = {
  lines: () => string[]
  /** As lines, without one that was cut off. */
  whole: () => string[]
  /** Stops reading stdout. */
  pause: () => void
  resume: () => void
  errors: () => string[]
  /** @returns the lines once there are as many on stdout. @throws where the process ends before */
  untilLines: (count: number) => Promise<string[]>
  /** Waits until a line on stderr, or on stdout, has the text. */
  untilSaid: (text: string) => Promise<void>
  signal: (signal: NodeJS.Signals) => void
  /** @returns its exit code and the signal that killed it */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** Starts the local run with options; its secret in the environment, as one should. */
export const startChild = (options: string[], clientSecret = ''): ChildRun => {
  const child = spawn(process.execPath, ['local/main.ts', ...options], {
    env: { ...process.env, WORKFORCE_CLIENT_SECRET: clientSecret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  let hasEnded = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    hasEnded = true
    return { code, signal }
  })
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      if (hasEnded) throw new Error(`The run ended: ${stdout}${stderr}`)
      const heard = new AbortController()
      const { signal } = heard
      const output = [child.stdout, child.stderr].map((pipe) => once(pipe, 'data', { signal }))
      await Promise.race([...output, ended])
      heard.abort()
    }
  }
  return {
    lines: () => linesOf(stdout),
    whole: () => linesOf(stdout.slice(0, stdout.lastIndexOf('\n') + 1)),
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
    errors: () => linesOf(stderr),
    untilLines: async (count) => {
      await until(() => linesOf(stdout).length >= count)
      return linesOf(stdout)
    },
    untilSaid: (text) => until(() => stderr.includes(text) || stdout.includes(text)),
    signal: (signal) => void child.kill(signal),
    ended,
  }
}
