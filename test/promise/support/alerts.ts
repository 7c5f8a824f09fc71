import { vi } from 'vitest'
import { SendAlertsEnvironment } from '../../../lib/alerts/environment.ts'
import { sendAlertsFunction } from '../../../lib/alerts/send-alerts-function.ts'
import { alertEnvironmentsOf } from '../../../lib/settings/alert-variables.ts'
import { Settings } from '../../../lib/settings/settings.ts'
import { startFakeSlack } from '../../alerts/support/fake-slack.ts'
import type { Engines } from '../../harness/engines.ts'
import { aLambdaContext, anSqsEvent } from '../../harness/lambda.ts'
import { captureOutput } from '../../harness/output.ts'
import { startSecrets } from '../../harness/secrets.ts'
import { createTestClock } from './clock.ts'
import { tableOf } from './table.ts'

/** The function that sends alerts: clock-ins at once, clock-outs ten minutes later in one message. */
export const startAlerts = async (engines: Engines, now: string) => {
  const clock = createTestClock(now)
  captureOutput()
  const slack = await startFakeSlack()
  const secrets = await startSecrets(
    new Map([['slack', JSON.stringify({ office: slack.url('office') })]]),
  )
  for (const [key, text] of Object.entries({ ...engines.environment, ...secrets.environment }))
    vi.stubEnv(key, text)
  const { tableName: deliveriesTable, queueUrl } = await engines.createResources()
  const settings = Settings.parse({
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    slack: { channels: ['office'] },
    alerts: [
      { name: 'ins', on: ['clocked-in'], slack: ['office'], group: 0 },
      { name: 'outs', on: ['clocked-out'], slack: ['office'], group: 600 },
    ],
  })
  const resources = {
    tableName: 'attendance',
    deliveriesTable,
    slackSecret: 'slack',
    alertQueueUrl: queueUrl,
    alertDeadLettersUrl: queueUrl,
    audienceTopics: {},
  }
  const { sendAlerts } = alertEnvironmentsOf(settings, resources, 0)
  const handler = sendAlertsFunction(SendAlertsEnvironment.parse(sendAlerts), clock)
  return {
    clock,
    table: tableOf(engines.dynamo, deliveriesTable),
    /** What people have read so far. */
    read: () => slack.lines(),
    hand: async (...messages: unknown[]): Promise<number> => {
      const bodies = messages.map((message) => JSON.stringify(message))
      const { batchItemFailures } = await handler(anSqsEvent(...bodies), aLambdaContext())
      return batchItemFailures.length
    },
    close: async (): Promise<void> => {
      await slack.close()
      await secrets.close()
    },
  }
}
