import { expect, test } from 'vitest'
import { checkDeployable, deploymentSteps } from '../../cli/deployment/deploy.ts'
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
    ['PollerPollShardLogsABB715D7', '/attendance/test/poll-shard'],
    ['PollerRefreshRosterLogs1E52EC89', '/attendance/test/refresh-roster'],
    ['PollerDispatchPollsLogs07CCFEE1', '/attendance/test/dispatch-polls'],
    ['DeliveriesTable', 'attendance-test-deliveries'],
    ['SlackSecret', 'attendance-test/slack-webhooks'],
    ['AlertsSendAlertsLogs559C43BC', '/attendance/test/send-alerts'],
    ['AlertsSendDigestLogsB2565286', '/attendance/test/send-digest'],
  ])
  for (const { type } of retained) expect(adoptable).toContain(type)
})

test('examples and nobody to tell are refused, one line each', () => {
  expect(() => checkDeployable(settingsOf())).toThrow(
    [
      'test.json: operations.email: is empty: alarms would tell nobody',
      'test.json: workforce.apiUrl: "https://api.example.com" is the address of an example',
      'test.json: workforce.authUrl: "https://auth.example.com" is the address of an example',
    ].join('\n'),
  )
})

test('settings that lead somewhere are deployed', () => {
  const settings = settingsOf({
    workforce: { apiUrl: 'https://api.clock.io', authUrl: 'https://id.clock.io' },
    operations: { email: ['on-call@clock.io'] },
  })
  expect(checkDeployable(settings)).toBeUndefined()
})
