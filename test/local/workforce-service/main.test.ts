import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const main = new URL('../../../local/workforce-service/main.ts', import.meta.url).pathname

const run = (...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const ended = async (child: ChildProcess) => {
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code }
}

const firstOutput = async (child: ChildProcess): Promise<string> =>
  String((await once(child.stdout ?? child, 'data'))[0])

test('--json prints one line when it listens, and Ctrl-C ends it cleanly', async () => {
  const child = run('--port', '0', '--employees', '3', '--json')
  const output = await firstOutput(child)
  expect(output).toMatch(/^[^\n]*\n$/)
  const service = JSON.parse(output)
  expect(service).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    authUrl: service.baseUrl,
    problemsUrl: `${service.baseUrl}/problems`,
    controlUrl: `${service.baseUrl}/control`,
    clientId: expect.any(String),
    clientSecret: expect.any(String),
  })
  expect((await fetch(`${service.controlUrl}/requests`)).status).toBe(200)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('without --json it says where it listens and how to ask it', async () => {
  const output = await firstOutput(run('--port', '0'))
  expect(output).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+/)
  expect(output).toContain('curl')
})

test.each([
  [['--port', 'x'], '--port'],
  [['--port', '65536'], '--port'],
  [['--employees', '-1'], '--employees'],
  [['--seed', '1.5'], '--seed'],
  [['--speed', '0'], '--speed'],
  [['--turbo'], '--turbo'],
  [['extra'], 'extra'],
])('%j is refused in one line', async (args, named) => {
  const { stdout, stderr, code } = await ended(run(...args))
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^error: [^\n]*\n$/)
  expect(stderr).toContain(named)
})

test('a port that is in use is refused in one line', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await ended(run('--port', port))).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: port ${port} on 127.0.0.1 is in use; choose another one, or 0 for any\n`,
  })
})
