import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SNSClient } from '@aws-sdk/client-sns'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Digest } from '../../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { parseSettings } from '../../../lib/settings/reading/parse-settings.ts'
import { nextSending } from '../../../local/alerts/digest-schedule.ts'
import { mailFolderIn } from '../../../local/alerts/mail-folder.ts'
import { shownMessage } from '../../../local/alerts/slack-desk.ts'
import { startAlerts } from '../../../local/alerts/start.ts'
import { webhooksOf } from '../../../local/alerts/webhooks.ts'
import { createResources } from '../../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../../local/aws/sdk-environment.ts'
import { type EmbeddedAws, startEmbeddedAws } from '../../../local/aws/start.ts'
import { aClockIn } from '../../alerts/support/events.ts'
import { type FakeSlack, startFakeSlack } from '../../alerts/support/fake-slack.ts'

let aws: EmbeddedAws
let slack: FakeSlack
let dataFolder: string
let mailFolder: string
beforeAll(async () => {
  aws = await startEmbeddedAws({ folder: null })
  slack = await startFakeSlack()
  dataFolder = await mkdtemp(join(tmpdir(), 'data-'))
  mailFolder = join(dataFolder, 'mails')
  const environment = { ...process.env }
  useEmbeddedAws(aws.endpoints, environment)
  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('AWS_')) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await slack.close()
  await aws.close()
  await rm(dataFolder, { recursive: true })
})

const settings = parseSettings(
  JSON.stringify({
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    slack: { channels: ['office', 'yard'] },
    audiences: { managers: ['a@b.example'] },
    alerts: [
      { name: 'in', on: ['clocked-in'], slack: ['office', 'yard'], email: ['managers'], group: 1 },
    ],
  }),
  'test.json',
)

const entryOf = (event: AttendanceEvent, baseline = 'false') => ({
  id: event.id,
  type: event.type,
  time: event.time,
  recordedtime: event.recordedtime,
  message: JSON.stringify(event),
  attributes: { type: event.type, employeeId: event.subject, baseline },
})

test('events on the topic come to Slack, to the terminal and to mail files, through the functions', async () => {
  const resources = await createResources(aws.endpoints, { clientId: 'x', clientSecret: 'y' })
  const notes: string[] = []
  const errors: unknown[] = []
  const alerts = await startAlerts({
    settings,
    resources,
    endpoints: aws.endpoints,
    clock: { now: () => Date.parse('2026-11-20T09:05:00Z') + Math.floor(performance.now()) },
    webhooks: { yard: slack.url('yard') },
    mailFolder: mailFolderIn(dataFolder),
    note: (text) => notes.push(text),
    onError: (error) => errors.push(error),
  })
  expect(await readdir(dataFolder)).toEqual([])
  const events = [1, 2].map((n) => aClockIn(n, '2026-11-20T09:00:00Z', '2026-11-20T09:04:59Z'))
  await publishToTopic(
    new SNSClient(),
    resources.topicArn,
  )([
    ...events.map((event) => entryOf(event)),
    entryOf(aClockIn(3, '2026-11-20T09:00:00Z'), 'true'),
  ])
  const lines = ['Person1 Test clocked in at 09:00', 'Person2 Test clocked in at 09:00']
  await vi.waitFor(
    async () => {
      const told = slack.posts.map(({ message }) => message.text).join('\n')
      for (const line of lines) expect(told).toContain(line)
      const shown = notes.join('\n')
      for (const line of lines) expect(shown).toMatch(new RegExp(`(#office| {7}) │ ${line}`))
      expect(await readdir(mailFolder)).toHaveLength(1)
    },
    { timeout: 10_000, interval: 50 },
  )
  await alerts.stop()
  const [mail = ''] = await readdir(mailFolder)
  expect(await readFile(join(mailFolder, mail), 'utf8')).toMatch(/^To: managers\nSubject: .*clock/)
  expect(notes).toContain(`  Mails are kept in ${mailFolder}`)
  expect(slack.posts.map(({ raw }) => raw).join()).not.toContain('Person3')
  expect(errors).toEqual([])
})

describe('when a digest is next sent', () => {
  const digest = (more: object = {}) =>
    Digest.parse({ name: 'x', at: '08:30', slack: ['office'], include: ['in-now'], ...more })
  const next = (after: string, more: object = {}) =>
    new Date(nextSending(digest(more), 'Europe/London', Date.parse(after))).toISOString()

  test('is at its local time, today or tomorrow', () => {
    expect(next('2026-11-20T08:29:59Z')).toBe('2026-11-20T08:30:00.000Z')
    expect(next('2026-11-20T08:30:00Z')).toBe('2026-11-21T08:30:00.000Z')
    expect(next('2026-07-01T00:00:00Z')).toBe('2026-07-01T07:30:00.000Z')
  })

  test('is on its days, in its zone', () => {
    expect(next('2026-11-20T12:00:00Z', { days: ['mon'] })).toBe('2026-11-23T08:30:00.000Z')
    expect(next('2026-11-20T12:00:00Z', { timeZone: 'Pacific/Auckland' })).toBe(
      '2026-11-20T19:30:00.000Z',
    )
  })

  test('is not on the day on which clocks go forward past it, and once where they go back', () => {
    const early = { at: '01:30' }
    expect(next('2027-03-27T12:00:00Z', early)).toBe('2027-03-29T00:30:00.000Z')
    expect(next('2026-10-24T12:00:00Z', early)).toBe('2026-10-25T00:30:00.000Z')
    expect(next('2026-10-25T00:30:00Z', early)).toBe('2026-10-26T01:30:00.000Z')
  })
})

test('a message is shown as it would look', () => {
  expect(shownMessage('office', '2 clock-ins\n&lt;Ada&gt; &amp; Bo')).toBe(
    '  #office │ 2 clock-ins\n          │ <Ada> & Bo',
  )
})

test('webhooks of the command line are usable ones or none', () => {
  expect(webhooksOf(['office=https://hooks.slack.com/services/a=b'])).toEqual({
    office: 'https://hooks.slack.com/services/a=b',
  })
  for (const bad of [
    'office',
    'office=',
    'office=http://example.com/x',
    'Of fice=https://a.b',
    '=x',
  ])
    expect(webhooksOf([bad])).toBeNull()
})
