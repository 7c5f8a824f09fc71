import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

/** A shell as most are: it runs a program, waits for it, and passes no signal on. */
const inShell = (command: string, started: Record<string, string | undefined>): ChildProcess => {
  const shell = spawn('sh', ['-c', `${command}; exit $?`], {
    env: { ...process.env, npm_lifecycle_event: undefined, ...started },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void shell.kill('SIGKILL'))
  return shell
}

const service = `"${process.execPath}" local/workforce-service/main.ts --port 0 --employees 0 --json`

const isThere = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

test('a script of npm ends with the shell that npm runs it in', async () => {
  const shell = inShell(service, { npm_lifecycle_event: 'workforce' })
  const { stdout } = shell
  if (stdout === null) throw new Error('no pipe')
  const { baseUrl } = JSON.parse(String((await once(stdout, 'data'))[0]))
  expect(await isThere(baseUrl)).toBe(true)

  shell.kill('SIGTERM')
  // The pipe ends with the last process that holds it.
  await once(stdout.resume(), 'end')
  expect(await isThere(baseUrl)).toBe(false)
})

test('what npm did not start goes on alone', async () => {
  const shell = inShell(`${service} & echo $!; wait`, {})
  let said = ''
  shell.stdout?.on('data', (text) => {
    said += text
  })
  while (said.split('\n').length < 3 && shell.stdout) await once(shell.stdout, 'data')
  const [pid, json = ''] = said.split('\n')
  onTestFinished(() => void process.kill(Number(pid)))
  const { baseUrl } = JSON.parse(json)

  shell.kill('SIGTERM')
  await once(shell, 'exit')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await isThere(baseUrl)).toBe(true)
})
