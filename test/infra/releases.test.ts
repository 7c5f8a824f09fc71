import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { resources, templateOf, theResource } from './environment.ts'

const digests = [{ name: 'morning', at: '08:05', slack: ['office'], include: ['in-now'] }]
const webhooks = [{ name: 'payroll', url: 'https://pay.example.com/events' }]
const settings = { slack: { channels: ['office'] }, digests, webhooks }
const template = templateOf(settings)
const canary = templateOf({ ...settings, aws: { release: 'canary' } })
const atOnce = templateOf({ ...settings, aws: { release: 'all-at-once' } })
const hurried = templateOf(settings, { 'at-once': 'true' })

const aliasesOf = (from: typeof template) => resources(from, 'AWS::Lambda::Alias')
const groupsOf = (from: typeof template) => resources(from, 'AWS::CodeDeploy::DeploymentGroup')
const aliases = Object.keys(aliasesOf(template))

describe('nothing is started but by way of the alias', () => {
  test('every function has a version, and an alias that points to it', () => {
    const functions = Object.keys(resources(template, 'AWS::Lambda::Function'))
    const versions = Object.keys(resources(template, 'AWS::Lambda::Version'))
    expect(functions.length).toBe(7)
    const pointed = Object.values(aliasesOf(template)).map(({ Properties }) => {
      const { FunctionName, FunctionVersion, Name } = Properties as {
        FunctionName: { Ref: string }
        FunctionVersion: { 'Fn::GetAtt': [string, string] }
        Name: string
      }
      expect(Name).toBe('live')
      expect(versions).toContain(FunctionVersion['Fn::GetAtt'][0])
      return FunctionName.Ref
    })
    expect(pointed.toSorted()).toEqual(functions.toSorted())
  })

  const placed = templateOf({
    ...settings,
    aws: { account: '123456789012', region: 'eu-north-1' },
  })

  test.each([
    ['anywhere', template],
    ['in an account of its own', placed],
  ])('schedules start it, %s, by right of their roles alone', (_, from) => {
    expect(resources(from, 'AWS::Lambda::Permission')).toEqual({})
    const schedules = Object.values(resources(from, 'AWS::Scheduler::Schedule'))
    expect(schedules.length).toBe(3)
    for (const { Properties } of schedules) {
      const { Arn } = Properties['Target'] as { Arn: { Ref: string } }
      expect(aliases).toContain(Arn.Ref)
    }
  })

  test('queues start it', () => {
    const mappings = Object.values(resources(template, 'AWS::Lambda::EventSourceMapping'))
    expect(mappings.length).toBe(3)
    for (const { Properties } of mappings)
      expect(JSON.stringify(Properties['FunctionName'])).toMatch(/Aliaslive[0-9A-F]{8}.*":live"/)
  })

  test('what becomes of a failed run is said of it', () => {
    const configs = Object.values(resources(template, 'AWS::Lambda::EventInvokeConfig'))
    expect(configs.length).toBe(3)
    for (const { Properties } of configs)
      expect(JSON.stringify(Properties['Qualifier'])).toMatch(/Aliaslive[0-9A-F]{8}/)
  })

  test('README and runbook have operators invoke it, and allowed to', () => {
    const texts = ['README.md', 'docs/operations.md'].map((file) =>
      readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
    )
    const invoked = texts.flatMap((text) =>
      [...text.matchAll(/aws lambda invoke\s(?:[^`]*?\s)??--function-name (\S+)/g)].map(
        ([, name]) => name,
      ),
    )
    expect(invoked.length).toBeGreaterThan(3)
    const allowed = texts.flatMap((text) =>
      [...text.matchAll(/`lambda:InvokeFunction`\s+for\s+`([^`]+)`/g)].map(([, name]) => name),
    )
    expect(allowed.length).toBeGreaterThan(1)
    expect([...invoked, ...allowed].filter((name) => !name?.endsWith(':live'))).toEqual([])
  })
})

describe('a new version takes over', () => {
  test.each([
    ['a tenth more every three minutes', template, 'LambdaLinear10PercentEvery3Minutes'],
    ['a tenth of it for half an hour, then all', canary, 'LambdaCanary10Percent30Minutes'],
  ])('%s', (_, from, config) => {
    const groups = groupsOf(from)
    for (const { Properties } of Object.values(groups))
      expect(Properties).toMatchObject({
        DeploymentConfigName: `CodeDeployDefault.${config}`,
        DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      })
    const shifted = Object.values(aliasesOf(from)).map(({ UpdatePolicy, DependsOn }) => {
      const { DeploymentGroupName } = UpdatePolicy?.['CodeDeployLambdaAliasUpdate'] ?? {}
      expect(DependsOn).toContain(DeploymentGroupName?.Ref)
      return DeploymentGroupName?.Ref
    })
    expect(shifted.toSorted()).toEqual(Object.keys(groups).toSorted())
    expect(shifted.length).toBe(7)
  })

  test.each([
    ['all at once', atOnce, 0],
    ['all at once this time, and bit by bit the next', hurried, 7],
  ])('%s', (_, from, groups) => {
    expect(Object.keys(groupsOf(from)).length).toBe(groups)
    for (const alias of Object.values(aliasesOf(from))) expect(alias.UpdatePolicy).toBeUndefined()
    expect(Object.keys(aliasesOf(from))).toEqual(aliases)
  })
})

const alarmsOf = (group: string): Record<string, unknown>[] => {
  const { Properties } = theResource(template, 'AWS::CodeDeploy::DeploymentGroup', group)
  const { Alarms, Enabled } = Properties['AlarmConfiguration'] as {
    Alarms: { Name: { Ref: string } }[]
    Enabled: boolean
  }
  expect(Enabled).toBe(true)
  const deployed = resources(template, 'AWS::CloudWatch::Alarm')
  return Alarms.map(({ Name }) => deployed[Name.Ref]?.Properties ?? {})
}

const releaseAlarms = [
  ['PollShard', 'poll-shard'],
  ['RefreshRoster', 'refresh-roster'],
  ['DispatchPolls', 'dispatch-polls'],
  ['SendAlerts', 'send-alerts'],
  ['SendDigest', 'send-digest'],
  ['DeliverWebhook', 'deliver-webhook'],
  ['ReplayEvents', 'replay-events'],
] as const

test.each(releaseAlarms)('%s goes back where the feed or itself is in alarm', (group, name) => {
  const named = (each: string) => `attendance-test-${each}`
  expect(alarmsOf(group).map((each) => each['AlarmName'])).toEqual([
    named('feed-stale'),
    named('outbox-old'),
    named('state-unreadable'),
    named('polls-failing'),
    named('event-log-failing'),
    named(`${name}-errors`),
    named(`${name}-near-timeout`),
  ])
})

test('every alarm can fire before the last tenth is handed over', () => {
  const lastStepSeconds = 9 * 180
  for (const [group] of releaseAlarms)
    for (const { Period, EvaluationPeriods } of alarmsOf(group)) {
      expect(Number(Period) * Number(EvaluationPeriods)).toBeLessThan(lastStepSeconds)
    }
})

test('CodeDeploy may shift the aliases of this environment and see alarms, and no more', () => {
  const { Properties } = theResource(template, 'AWS::IAM::Policy', 'ReleaseRole')
  const [shift, look, ...more] = (
    Properties['PolicyDocument'] as { Statement: { Action: unknown; Resource: unknown[] }[] }
  ).Statement
  expect(more).toEqual([])
  expect(look).toMatchObject({ Action: 'cloudwatch:DescribeAlarms', Resource: '*' })
  expect(shift?.Action).toEqual([
    'lambda:GetAlias',
    'lambda:GetProvisionedConcurrencyConfig',
    'lambda:UpdateAlias',
  ])
  expect(shift?.Resource.length).toBe(2 * aliases.length)
  expect(JSON.stringify(shift?.Resource)).not.toContain('*')
})
