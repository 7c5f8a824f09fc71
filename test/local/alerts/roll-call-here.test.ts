import { expect, onTestFinished, test, vi } from 'vitest'
import { parseSettings } from '../../../lib/settings/reading/parse-settings.ts'
import { startAlerts } from '../../../local/alerts/start.ts'
import { createResources } from '../../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { startEmbeddedAws } from '../../../local/aws/start.ts'
import { captureOutput } from '../../harness/output.ts'

const settings = parseSettings(
  JSON.stringify({
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    slack: { channels: ['office'] },
    rollCall: { slack: ['office'] },
  }),
  'test.json',
)

test('a roll call is shown once where its channel is shown here', async () => {
  captureOutput()
  const aws = await startEmbeddedAws({ folder: null })
  onTestFinished(() => aws.close())
  const environment = { ...process.env }
  useEmbeddedAws(aws.endpoints, environment)
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('AWS_')) vi.stubEnv(name, value)
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', '')
  const notes: string[] = []
  const errors: unknown[] = []
  const alerts = await startAlerts({
    settings,
    resources: await createResources(aws.endpoints, { clientId: 'x', clientSecret: 'y' }),
    endpoints: aws.endpoints,
    clock: { now: () => Date.parse('2026-11-20T09:05:00Z') },
    webhooks: {},
    mailFolder: () => 'no mails are sent',
    note: (text) => notes.push(text),
    onError: (error) => errors.push(error),
  })
  onTestFinished(async () => {
    await alerts.stop()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  expect(await alerts.rollCall()).toEqual([])
  expect(notes).toEqual([
    [
      '  #office │ Roll call: 0 people in, but the time clock has not been heard yet',
      '          │ Nothing is known yet',
    ].join('\n'),
  ])
  expect(errors).toEqual([])
})
