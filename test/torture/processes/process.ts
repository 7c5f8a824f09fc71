import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Those that still run; none outlives this process. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A process of ours, and how it ended. */
export type OwnProcess = {
  /** @returns once it is gone */
  kill: () => Promise<void>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export type ProcessOptions = {
  environment?: Record<string, string>
  onLine: (line: string) => void
  /** Takes what it writes on stderr. */
  onError: (text: string) => void
}

/** Passes whole lines on; what a killed process had begun to write is no line. */
const readLines = (stdout: NonNullable<ChildProcess['stdout']>, take: (line: string) => void) => {
  let rest = ''
  stdout.setEncoding('utf8').on('data', (text: string) => {
    const [...lines] = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

/** Starts a file of this project with the Node that runs this, so that a signal hits it alone. */
export const startProcess = (
  args: readonly string[],
  { environment = {}, onLine, onError }: ProcessOptions,
): OwnProcess => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  readLines(child.stdout, onLine)
  createInterface(child.stderr).on('line', onError)
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal }
  })
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

/** Starts a process that tells where it listens in its first line. */
export const startListening = async (
  args: readonly string[],
): Promise<{ process: OwnProcess; line: string }> => {
  const { promise: first, resolve } = Promise.withResolvers<string>()
  const said: string[] = []
  const started = startProcess(args, { onLine: resolve, onError: (text) => said.push(text) })
  const line = await Promise.race([first, started.ended.then(() => null)])
  if (line === null) throw new Error(`${args.join(' ')} ended at once: ${said.join(' ')}`)
  return { process: started, line }
}
