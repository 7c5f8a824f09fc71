import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startChild } from './support/child.ts'
import { startOrganisation } from './support/organisation.ts'

/** Runs to the end; what it printed on stderr, after checking that it failed silently else. */
const refusalOf = async (options: string[], secret = ''): Promise<string[]> => {
  const child = startChild(options, secret)
  expect(await child.ended).toEqual({ code: 1, signal: null })
  expect(child.lines()).toEqual([])
  return child.errors()
}

const withId = ['--client-id', 'someone']

describe('options of npm start that cannot be used', () => {
  test.each([
    [['--evry', '1'], "error: unknown option '--evry' (Did you mean --every?)"],
    [
      ['--every', '-1'],
      "error: option '--every <seconds>' argument '-1' is invalid. It must be a number above 0, at most 86400.",
    ],
    [
      ['--api', 'http://127.0.0.1:9', ...withId, '--speed', '2'],
      "error: option '--speed' is for the built-in service, not allowed with '--api'",
    ],
    [
      ['--api', 'http://127.0.0.1:9', ...withId],
      "error: option '--api' needs the secret in WORKFORCE_CLIENT_SECRET",
    ],
    [
      ['--auth', 'https://a.example'],
      "error: option '--auth' is only allowed together with '--api'",
    ],
    [
      ['--api', 'https://me:secret@api.example', ...withId, '--client-secret', 'x'],
      'error: --api: must have no user, password, query or hash',
    ],
    [
      ['--api', 'http://127.0.0.1:9', ...withId, '--client-secret', 'x'],
      'error: http://127.0.0.1:9: Workforce API, token: no answer (connection-refused)',
    ],
    [
      ['--messaging', 'http://sqs.example'],
      'error: --messaging: http is only allowed to loopback, use https',
    ],
    [
      ['--dynamodb', 'http://127.0.0.1:9'],
      'error: --dynamodb: no DynamoDB at this address: nobody listens there',
    ],
    [
      ['--messaging', 'http://127.0.0.1:9'],
      'error: --messaging: no SNS at this address: nobody listens there',
    ],
    [
      ['--webhook', 'payroll=http://payroll.example/events'],
      "error: option '--webhook' must be <name>=<url>, the name of a-z, 0-9, _ and -, the url https (http only to this machine)",
    ],
    [
      ['--webhook-secret', 'payroll=whsec_c2hvcnQ='],
      "error: option '--webhook-secret' must be <name>=whsec_<24 to 64 bytes in Base64>",
    ],
    [
      ['--webhook-secret', `payroll=whsec_${'A'.repeat(32)}`],
      `error: option '--webhook-secret' names "payroll", which no '--webhook' does`,
    ],
    [
      ['--webhook', 'hr=https://one.example/', '--webhook', 'hr=https://two.example/'],
      `error: option '--webhook' is given twice for "hr": once is allowed`,
    ],
    [
      ['--slack', 'hr=https://one.example/', '--slack', 'hr=https://two.example/'],
      `error: option '--slack' is given twice for "hr": once is allowed`,
    ],
    [
      ['--settings', 'no-such.json'],
      'error: --settings: no-such.json cannot be read: there is no such file',
    ],
    [
      ['--data', 'package.json/folder'],
      'error: --data: the folder package.json/folder cannot be written (ENOTDIR)',
    ],
  ])('%j are refused in one line, exit code 1', async (options, line) => {
    expect(await refusalOf(options)).toEqual([line])
  })

  test('refuses a settings file with one line for each problem', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'attendance-'))
    const file = join(folder, 'bad.json')
    await writeFile(
      file,
      JSON.stringify({
        name: 'dev',
        workforce: { apiUrl: 'https://a.example', authUrl: 'https://a.example' },
        workday: { timeZone: 'Mars/Base' },
        polling: { tempo: true },
      }),
    )

    expect(await refusalOf(['--settings', file])).toEqual([
      `error: ${file}: polling.tempo: is not a setting`,
      `error: ${file}: workday.timeZone: must be an IANA time zone such as Europe/London`,
    ])
    await rm(folder, { recursive: true })
  })

  test('says that credentials were refused, without them', async () => {
    const organisation = await startOrganisation()
    const options = ['--api', organisation.baseUrl, '--client-id', 'intruder']

    expect(await refusalOf(options, 'guess')).toEqual([
      `error: ${organisation.baseUrl}: Workforce API, token: status 401: ` +
        'the client credentials were refused (invalid_client)',
    ])
    await organisation.close()
  })
})
