import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deploymentSteps } from '../../cli/deployment/deploy.ts'
import { deployableEnvironment } from '../../cli/deployment/known-environment.ts'
import { adoptable } from '../../cli/deployment/survivors.ts'
import { namesOf } from '../../infra/names.ts'
import { retainedResources } from '../../infra/retained-resources.ts'
import { settingsOf } from '../infra/environment.ts'

const placeOf = (aws: object) => ({ settings: settingsOf({ aws }), names: namesOf('test') })
const kept = placeOf({ retainData: true })
const context = (stopped: boolean, guarded: boolean) => [
  '--context',
  `stopped=${stopped}`,
  '--context',
  `guarded=${guarded}`,
]
const options = ['--require-approval', 'never']
const argsOf = (...given: Parameters<typeof deploymentSteps>) =>
  deploymentSteps(...given).map(({ args }) => args)

test('a new stack waits to be started, and is guarded only once it is made', () => {
  const nothing = { stack: 'absent', survivors: {} } as const
  expect(argsOf(kept, nothing, options)).toEqual([
    ['deploy', 'attendance-test', ...context(true, false), ...options],
    ['deploy', 'attendance-test', ...context(true, true), ...options],
  ])
  expect(argsOf(placeOf({}), nothing, options)).toEqual([
    ['deploy', 'attendance-test', ...context(true, false), ...options],
  ])
})

test('what survived an earlier stack is adopted before the rest is made', () => {
  const survivors = { EnvironmentKey: { KeyId: 'k' }, AttendanceTable: { TableName: 't' } }
  expect(argsOf(kept, { stack: 'absent', survivors }, options)).toEqual([
    [
      'import',
      'attendance-test',
      ...context(true, true),
      '--resource-mapping-inline',
      JSON.stringify(survivors),
    ],
    ['deploy', 'attendance-test', ...context(true, true), ...options],
  ])
})

test.each([true, false])('a deployment leaves an environment as it runs: stopped is %s', (is) => {
  const steps = deploymentSteps(kept, { stack: 'there', isStopped: is }, options)
  expect(steps.map(({ args }) => args)).toEqual([
    ['deploy', 'attendance-test', ...context(is, true), ...options],
  ])
  expect(steps[0]?.what.includes('`npm run resume -- test` starts it')).toBe(is)
})

test('what survives a stack is of types that can be adopted, and has a name but for the key', () => {
  const retained = retainedResources(settingsOf())
  expect(retained.map(({ logicalId, name }) => [logicalId, name])).toEqual([
    ['EnvironmentKey', null],
    ['AttendanceTable', 'attendance-test'],
    ['CredentialsSecret', 'attendance-test/workforce-credentials'],
    ['EventsTable', 'attendance-test-events'],
    ['PollerPollShardLogsABB715D7', '/attendance/test/poll-shard'],
    ['PollerRefreshRosterLogs1E52EC89', '/attendance/test/refresh-roster'],
    ['PollerDispatchPollsLogs07CCFEE1', '/attendance/test/dispatch-polls'],
    ['DeliveriesTable', 'attendance-test-deliveries'],
    ['SlackSecret', 'attendance-test/slack-webhooks'],
    ['AlertsSendAlertsLogs559C43BC', '/attendance/test/send-alerts'],
    ['AlertsSendDigestLogsB2565286', '/attendance/test/send-digest'],
    ['ReplaysReplayEventsLogs450F18BB', '/attendance/test/replay-events'],
  ])
  for (const { type } of retained) expect(adoptable).toContain(type)
})

const folderWith = (settings: object): string => {
  const folder = mkdtempSync(join(tmpdir(), 'environments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'test.json'), JSON.stringify(settings))
  return folder
}
const usable = {
  name: 'test',
  workforce: { apiUrl: 'https://api.clock.io', authUrl: 'https://id.clock.io' },
  workday: { timeZone: 'Europe/London' },
  operations: { email: ['on-call@clock.io'] },
}

test('settings with examples in them are not deployed, which is told with all else that is wrong', () => {
  const folder = folderWith({
    ...usable,
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    operations: { budget: 5, email: [] },
  })
  expect(() => deployableEnvironment(folder, 'test')).toThrow(
    [
      'test.json: operations.budget: is not a setting',
      'test.json: operations.email: is empty: alarms would tell nobody',
      'test.json: workforce.apiUrl: is an address at example.com, which is for examples: put yours',
      'test.json: workforce.authUrl: is an address at example.com, which is for examples: put yours',
    ].join('\n'),
  )
})

test('settings that lead somewhere are deployed', () => {
  expect(deployableEnvironment(folderWith(usable), 'test')).toMatchObject(usable)
})
