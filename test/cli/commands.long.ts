import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { knownEnvironment } from '../../cli/deployment/known-environment.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Outcome = { code: number; out: string; err: string }

/** Runs a command with nothing but a path in its environment: no credentials, no profile. */
const run = (file: string, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: join(tmpdir(), 'no-such-config'),
      AWS_SHARED_CREDENTIALS_FILE: join(tmpdir(), 'no-such-credentials'),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    }
    execFile(process.execPath, [`cli/${file}`, ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

test.each(['synth', 'deploy', 'diff', 'destroy'])(
  '%s tells in one line which environments there are',
  async (command) => {
    expect(await run('stack.ts', command, 'staging')).toEqual({
      code: 1,
      out: '',
      err: 'There is no environment "staging": infra/environments has dev, prod\n',
    })
  },
)

test('deploy refuses the addresses of examples, one line each, before it asks AWS anything', async () => {
  const { code, out, err } = await run('stack.ts', 'deploy', 'dev')
  expect([code, out]).toEqual([1, ''])
  const lines = err.trimEnd().split('\n')
  expect(lines).toContain(
    'dev.json: operations.email.0: is an address at example.com, which is for examples: put yours',
  )
  for (const line of lines)
    expect(line).toMatch(
      /^dev\.json: [\w.]+: is an address at example\.com, which is for examples: put yours$/,
    )
})

test.each([
  ['stack.ts', 'diff'],
  ['running.ts', 'pause'],
  ['running.ts', 'resume'],
])('%s %s tells in one line that there are no credentials', async (file, command) => {
  expect(await run(file, command, 'dev')).toEqual({
    code: 1,
    out: '',
    err: 'There are no AWS credentials: set AWS_PROFILE, or run `aws configure sso` and `aws sso login`\n',
  })
})

test('settings that cannot be used are named in one line each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'dev.json'), '{ "name": "dev", "fifo": true }')
  expect(() => knownEnvironment(folder, 'dev')).toThrow(
    /^dev\.json: workforce: .*\n.*\n.*fifo: is not a setting.*$/,
  )
})

test.each(['test', 'resume', 'deliveries'])(
  'webhooks %s tells in one line that there is no such endpoint',
  async (command) => {
    expect(await run('webhooks.ts', command, 'dev', 'payroll')).toEqual({
      code: 1,
      out: '',
      err: 'dev.json has no webhook "payroll": it has none\n',
    })
  },
)

test('cost prints the bill and what the settings ask of the API', async () => {
  const { code, out } = await run('cost.ts', 'prod', '--employees', '1000')
  expect(code).toBe(0)
  expect(out).toMatch(/^Monthly bill of prod with 1000 employees, in US dollars\n/)
  expect(out).toMatch(/Total +\d+\.\d\d\n/)
  expect(out).toContain('17.78 requests per second asked for, of 30 allowed')
})

test('cost takes the number of employees from the settings where none is given', async () => {
  const { code, out } = await run('cost.ts', 'dev')
  expect(code).toBe(0)
  expect(out).toMatch(/^Monthly bill of dev with 50 employees, in US dollars\n/)
})

test.for(['many', '1e3', '0'])('cost wants a number of employees: not %s', async (employees) => {
  const { code, err } = await run('cost.ts', 'prod', '--employees', employees)
  expect(code).toBe(1)
  expect(err).toBe(
    `error: option '--employees <n>' argument '${employees}' is invalid. It must be a whole number from 1 to 10000000.\n`,
  )
})
