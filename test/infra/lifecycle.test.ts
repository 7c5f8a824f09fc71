import { expect, test } from 'vitest'
import { alarmsOnSilence } from '../../cli/running/silence.ts'
import { namesOf } from '../../infra/names.ts'
import { resources, settingsOf, stackOf, templateOf, theResource } from './environment.ts'

const settings = {
  slack: { channels: ['office'] },
  audiences: { managers: ['a@b.example'] },
  digests: [{ name: 'morning', at: '08:05', slack: ['office'], include: ['in-now'] }],
  webhooks: [{ name: 'payroll', url: 'https://pay.example.com/events' }],
}
const template = templateOf({ ...settings, aws: { fifoTopic: true } })
const kept = templateOf({ ...settings, aws: { fifoTopic: true, retainData: true } })

type Lifecycle = Record<'Type' | 'DeletionPolicy' | 'UpdateReplacePolicy', string | undefined>
const lifecycles = (from: typeof template): [string, Lifecycle][] =>
  Object.entries(from.toJSON()['Resources'] as Record<string, Lifecycle>)

// What is left behind under its name would be in the way of the next deployment.
test.each(lifecycles(template))('%s goes with the stack where data is not retained', (_, each) => {
  expect(each.DeletionPolicy ?? 'Delete').toBe('Delete')
  expect(each.UpdateReplacePolicy ?? 'Delete').toBe('Delete')
})

/** What survives the stack; `npm run deploy` adopts each type of it. */
const retained = {
  EnvironmentKey: 'AWS::KMS::Key',
  AttendanceTable: 'AWS::DynamoDB::Table',
  CredentialsSecret: 'AWS::SecretsManager::Secret',
  DeliveriesTable: 'AWS::DynamoDB::Table',
  EventsTable: 'AWS::DynamoDB::Table',
  SlackSecret: 'AWS::SecretsManager::Secret',
  PollerPollShardLogsABB715D7: 'AWS::Logs::LogGroup',
  PollerRefreshRosterLogs1E52EC89: 'AWS::Logs::LogGroup',
  PollerDispatchPollsLogs07CCFEE1: 'AWS::Logs::LogGroup',
  AlertsSendAlertsLogs559C43BC: 'AWS::Logs::LogGroup',
  AlertsSendDigestLogsB2565286: 'AWS::Logs::LogGroup',
  WebhooksDeliverWebhookLogs628E3C5F: 'AWS::Logs::LogGroup',
  ReplaysReplayEventsLogs450F18BB: 'AWS::Logs::LogGroup',
  WebhooksSecret: 'AWS::SecretsManager::Secret',
}

test('what holds data survives the stack where it is retained, and nothing else', () => {
  const surviving = lifecycles(kept).filter(
    ([, each]) => (each.DeletionPolicy ?? 'Delete') !== 'Delete',
  )
  expect(Object.fromEntries(surviving.map(([id, { Type }]) => [id, Type]))).toEqual(retained)
})

test.each(Object.keys(retained))('%s does not survive a creation that fails', (id) => {
  const [, policies] = lifecycles(kept).find(([each]) => each === id) ?? []
  expect(policies).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    UpdateReplacePolicy: 'Retain',
  })
})

const guards = (aws: object, context: object = {}) => {
  const stack = stackOf(settingsOf({ aws }), context)
  const tables = Object.values(
    stack.template.Resources as Record<
      string,
      { Type: string; Properties: Record<string, unknown> }
    >,
  )
  return {
    stack: stack.terminationProtection,
    tables: tables
      .filter(({ Type }) => Type === 'AWS::DynamoDB::Table')
      .map(({ Properties }) => Properties['DeletionProtectionEnabled']),
  }
}

test('stack and tables are guarded against deletion where data is retained', () => {
  expect(guards({ retainData: true })).toEqual({ stack: true, tables: [true, true, true] })
  expect(guards({})).toEqual({ stack: false, tables: [false, false, false] })
})

test('the first deployment has no guards: were it to fail, they would keep it from being undone', () => {
  const first = guards({ retainData: true }, { guarded: 'false' })
  expect(first).toEqual({ stack: false, tables: [false, false, false] })
})

const stopped = templateOf(settings, { stopped: 'true' })
const running = templateOf(settings, { stopped: 'false' })
const statesOf = (from: typeof template) =>
  Object.values(resources(from, 'AWS::Scheduler::Schedule')).map(
    ({ Properties }) => Properties['State'],
  )

test('a stopped environment starts nothing, and the others do', () => {
  expect(statesOf(stopped)).toEqual(['DISABLED', 'DISABLED', 'DISABLED'])
  expect(statesOf(running)).toEqual(['ENABLED', 'ENABLED', 'ENABLED'])
  expect(statesOf(template)).toEqual(['ENABLED', 'ENABLED', 'ENABLED'])
})

test('the silence of a stopped environment tells nobody, everything else does', () => {
  const muted = (from: typeof template) =>
    Object.values(resources(from, 'AWS::CloudWatch::Alarm'))
      .filter(({ Properties }) => Properties['ActionsEnabled'] === false)
      .map(({ Properties }) => Properties['AlarmName'])
  expect(muted(stopped)).toEqual(['attendance-test-feed-stale', 'attendance-test-roster-stale'])
  expect(muted(running)).toEqual([])
})

test('stopping by hand mutes the same alarms: all that take silence for a failure, and no other', () => {
  const takesSilenceForFailure = Object.values(resources(running, 'AWS::CloudWatch::Alarm'))
    .filter(({ Properties }) => Properties['TreatMissingData'] !== 'notBreaching')
    .map(({ Properties }) => Properties['AlarmName'])
  expect(takesSilenceForFailure).toEqual(alarmsOnSilence(namesOf('test')))
})

// Where nothing runs, there is nothing to shift bit by bit: the alias goes without a policy.
test('stopping changes nothing but schedules, alarms, and how versions take over', () => {
  const differing = lifecycles(stopped).filter(
    ([id, each]) => JSON.stringify(each) !== JSON.stringify(running.toJSON()['Resources'][id]),
  )
  const types = new Set(differing.map(([, { Type }]) => Type))
  expect([...types].toSorted()).toEqual([
    'AWS::CloudWatch::Alarm',
    'AWS::Lambda::Alias',
    'AWS::Scheduler::Schedule',
  ])
})

test('the schedules are in the group of the environment, which goes with them', () => {
  expect(theResource(kept, 'AWS::Scheduler::ScheduleGroup')).toMatchObject({
    Properties: { Name: 'attendance-test' },
    DeletionPolicy: 'Delete',
  })
})
