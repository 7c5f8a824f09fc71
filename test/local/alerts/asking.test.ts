import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseSettings } from '../../../lib/settings/reading/parse-settings.ts'
import { asking } from '../../../local/alerts/asking.ts'
import { type RunningAlerts, startAlerts } from '../../../local/alerts/start.ts'
import { createResources } from '../../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'
import { type FakeSlack, startFakeSlack } from '../../alerts/support/fake-slack.ts'
import { captureOutput } from '../../harness/output.ts'

let aws: EmbeddedAws
let slack: FakeSlack
let mailFolder: string
let alerts: RunningAlerts
const notes: string[] = []
const errors: unknown[] = []

const settings = parseSettings(
  JSON.stringify({
    name: 'test',
    organisation: 'Harbour Hotel',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    slack: { channels: ['office', 'yard', 'broken'] },
    mail: { from: 'attendance@example.org' },
    audiences: { managers: ['a@b.example', 'c@d.example'] },
    rollCall: { slack: ['office'] },
  }),
  'test.json',
)

beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  slack = await startFakeSlack()
  mailFolder = await mkdtemp(join(tmpdir(), 'mails-'))
  const environment = { ...process.env }
  useEmbeddedAws(aws.endpoints, environment)
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('AWS_')) vi.stubEnv(name, value)
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', '')
  captureOutput()
  alerts = await startAlerts({
    settings,
    resources: await createResources(aws.endpoints, { clientId: 'x', clientSecret: 'y' }),
    endpoints: aws.endpoints,
    clock: { now: () => Date.parse('2026-11-20T09:05:00Z') },
    webhooks: {
      office: slack.url('office'),
      yard: slack.url('yard'),
      broken: 'http://127.0.0.1:9/services/hunter2',
    },
    mailFolder: () => mailFolder,
    note: (text) => notes.push(text),
    onError: (error) => errors.push(error),
  })
})
afterAll(async () => {
  await alerts.stop()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await slack.close()
  await aws.close()
  await rm(mailFolder, { recursive: true })
})
beforeEach(() => {
  notes.length = 0
  slack.posts.length = 0
})

const type = (word: string) =>
  asking({ alerts, note: (line) => notes.push(line), onError: (error) => errors.push(error) })(word)

describe('what is typed into a run', () => {
  test('t sends a test to every channel and audience, and says which of them works', async () => {
    await type('t')
    const answers = notes.filter((line) => !/^ {2}mail/i.test(line))
    expect(answers).toEqual([
      'slack:office: sent',
      'slack:yard: sent',
      'slack:broken: failed (no answer)',
      'email:managers: sent',
    ])
    expect(slack.lines().toSorted()).toEqual([
      'This is a test of attendance-events: what is for “office” arrives here',
      'This is a test of attendance-events: what is for “yard” arrives here',
    ])
    const files = (await readdir(mailFolder)).toSorted()
    expect(files.map((file) => file.replace(/^.*-\d{4}-/, ''))).toEqual([
      'a@b.example.html',
      'a@b.example.txt',
      'c@d.example.html',
      'c@d.example.txt',
    ])
    const [page = '', text = ''] = await Promise.all(
      files.slice(0, 2).map((file) => readFile(join(mailFolder, file), 'utf8')),
    )
    expect(text).toMatch(/^To: a@b.example\nSubject: .* - Harbour Hotel\n\nThis is a test/)
    expect(page).toContain('<strong>This is a test of attendance-events')
  })

  test('r takes a roll call, here and where the settings want it', async () => {
    await type(' R ')
    expect(notes).toEqual([
      'Roll call: 0 people in, but the time clock has not been heard yet',
      '',
      'Nothing is known yet',
    ])
    expect(slack.posts.map(({ path }) => path)).toEqual(['/services/office'])
  })

  test('anything else says what can be typed; an empty line says nothing', async () => {
    await type('help')
    await type('')
    expect(notes).toEqual(['Type r for a roll call, t for test messages, Ctrl-C to end'])
    expect(errors).toEqual([])
  })
})
