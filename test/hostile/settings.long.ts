import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { SendAlertsEnvironment, SendDigestEnvironment } from '../../lib/alerts/environment.ts'
import { EnvironmentError, readEnvironment } from '../../lib/platform/environment.ts'
import { DispatchPollsEnvironment } from '../../lib/polling/dispatching/environment.ts'
import { PollShardEnvironment, RefreshRosterEnvironment } from '../../lib/polling/environment.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { webhookEnvironmentOf } from '../../lib/settings/webhook-variables.ts'
import { DeliverWebhookEnvironment } from '../../lib/webhooks/environment.ts'
import { settingGroups } from '../../scripts/settings-reference/rows.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { damaged } from './bytes.ts'
import { wholeSettings } from './whole-settings.ts'

/** The variables of every function, each with what reads them. */
const environmentsFrom = (
  settings: Settings,
): [z.ZodType, Record<string, string | undefined>][] => {
  const polling = environmentsOf(
    settings,
    {
      tableName: 't',
      eventsTable: 'e',
      topicArn: 'a',
      fifoTopicArn: 'f',
      eventBus: 'b',
      snsMessagesPerSecond: settings.aws.snsMessagesPerSecond,
      queueUrl: 'q',
      credentialsSecret: 's',
    },
    60,
  )
  const alerts = alertEnvironmentsOf(settings, {
    tableName: 't',
    deliveriesTable: 'd',
    slackSecret: 's',
    alertQueueUrl: 'q',
    alertDeadLettersUrl: 'd',
    audienceTopics: { managers: 'arn' },
  })
  const deliverWebhook = webhookEnvironmentOf(settings, {
    deliveriesTable: 'd',
    webhooksSecret: 's',
    queueUrlPrefix: 'https://sqs.example.org/webhook-',
  })
  return [
    [PollShardEnvironment, polling.pollShard],
    [RefreshRosterEnvironment, polling.refreshRoster],
    [DispatchPollsEnvironment, polling.dispatchPolls],
    [SendAlertsEnvironment, alerts.sendAlerts],
    [SendDigestEnvironment, alerts.sendDigest],
    [DeliverWebhookEnvironment, deliverWebhook],
  ]
}

test('the settings of these tests set everything there is to set', () => {
  const has = (value: unknown, [key, ...rest]: string[]): boolean => {
    if (key === undefined) return true
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    const inner: unknown = Object.entries(value).find(([name]) => name === key)?.[1]
    return has(inner, rest)
  }
  const paths = settingGroups(Settings).flatMap(({ rows }) => rows.map(({ path }) => path))
  expect(paths.length).toBeGreaterThan(50)
  const missing = paths.filter(
    (path) => !has(wholeSettings, path.replaceAll('[]', '.0').split('.')),
  )
  expect(missing).toEqual([])
})

test('settings with hostile values are taken by every function, or refused with a path for each problem', () => {
  fc.assert(
    fc.property(mutated(wholeSettings), (value) => {
      try {
        const settings = parseSettings(JSON.stringify(value), 'test.json')
        for (const [schema, variables] of environmentsFrom(settings))
          expect(readEnvironment(schema, variables)).toHaveProperty('ENVIRONMENT', settings.name)
      } catch (error) {
        expect(error).toBeInstanceOf(SettingsError)
        const { message, problems } = error as SettingsError
        const keys = Object.keys(wholeSettings).join('|')
        expect(problems.length).toBeGreaterThan(0)
        for (const line of message.split('\n')) expect(line).toMatch(/^test\.json: \S.*: \S/)
        for (const problem of problems)
          expect(problem).toMatch(new RegExp(`^(${keys}|settings|extra-)`))
      }
    }),
    { numRuns: 500 },
  )
})

test('a settings file of any bytes is read, or refused with one kind of error', () => {
  const text = fc
    .oneof(mutated(wholeSettings), hostileValue)
    .map((each) => JSON.stringify(each) ?? '')
  fc.assert(
    fc.property(damaged(text), (bytes) => {
      try {
        expect(parseSettings(bytes.toString(), 'test.json').name).toMatch(/^[a-z]/)
      } catch (error) {
        expect(error).toBeInstanceOf(SettingsError)
      }
    }),
    { numRuns: 300 },
  )
})

test('hostile variables of a function are refused by name, and their values not repeated', () => {
  const canary = 'canary-7f3a'
  const all = environmentsFrom(Settings.parse(wholeSettings))
  const json = mutated(wholeSettings).map((each) => JSON.stringify(each))
  const text = fc.oneof(
    fc.constantFrom(
      undefined,
      '',
      '0',
      '-1',
      'NaN',
      'Infinity',
      '1e400',
      'null',
      '[]',
      '{}',
      canary,
    ),
    fc.constant(JSON.stringify([canary])),
    damaged(json).map(String),
  )
  const change = fc.constantFrom(...all).chain(([schema, variables]) =>
    fc.record({
      schema: fc.constant(schema),
      variables: fc.constant(variables),
      name: fc.constantFrom(...Object.keys(variables)),
      by: text,
    }),
  )
  fc.assert(
    fc.property(change, ({ schema, variables, name, by }) => {
      try {
        readEnvironment(schema, { ...variables, [name]: by })
      } catch (error) {
        expect(error).toBeInstanceOf(EnvironmentError)
        expect(String(error)).toMatch(
          new RegExp(`^EnvironmentError: Environment variables: ${name}[.:]`),
        )
        expect(String(error)).not.toContain(canary)
      }
    }),
    { numRuns: 500 },
  )
})
