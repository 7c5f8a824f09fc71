import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { expect, test } from 'vitest'
import { pause } from '../../cli/running/pause.ts'
import { resume } from '../../cli/running/resume.ts'
import { isStopped } from '../../cli/running/schedules.ts'
import { namesOf } from '../../infra/names.ts'
import { settingsOf } from '../infra/environment.ts'
import { type Call, fakeAws, type Reply } from './fake-aws.ts'

const names = namesOf('test')
const others = ['digest-morning', 'refresh-roster'].map(names.named)
const alarms = ['attendance-test-feed-stale', 'attendance-test-roster-stale']

type World = {
  filled: boolean
  freshAfterLooks: number
  /** How many minutes after the start a poll is answered first. */
  polledAfterMinutes: number
  deployed: boolean
  scheduleNames: readonly string[]
  /** Of all schedules. */
  state: 'ENABLED' | 'DISABLED'
}
const running: World = {
  filled: true,
  freshAfterLooks: 0,
  polledAfterMinutes: 1,
  deployed: true,
  scheduleNames: [...others, names.named('dispatch-polls')].toSorted(),
  state: 'ENABLED',
}

const startedAt = Date.parse('2026-03-02T08:00:30Z')
const minute = 60_000
/** Seconds since 1970, as CloudWatch has them. */
const asked = (body: Call['body'], bound: 'StartTime' | 'EndTime'): number =>
  1_000 * Number(body[bound])

/** An environment in AWS, as far as stopping and starting is concerned. */
const environment = async (given: Partial<World> = {}) => {
  const world = { ...running, ...given }
  const schedules = new Map<string, Record<string, unknown>>(
    (world.deployed ? world.scheduleNames : []).map((Name) => [
      Name,
      {
        Name,
        State: world.state,
        ScheduleExpression: 'rate(1 minute)',
        Description: `Starts ${Name}`,
      },
    ]),
  )
  let looks = 0
  let now = startedAt
  /** Polls before the stop, and from when they go on, by the minute that each ended in. */
  const pollEnds = [
    Date.parse('2026-03-02T07:59:00Z'),
    Date.parse('2026-03-02T08:00:00Z') + world.polledAfterMinutes * minute,
  ]
  const onSchedule = ({ operation, body }: Call): Reply => {
    const [method, path = ''] = operation.split(' ')
    const name = path.replace(/^\/schedules\/?/, '').replace(/\?.*$/, '')
    if (name === '')
      return world.deployed
        ? { Schedules: [...schedules.values()] }
        : { error: 'ResourceNotFoundException' }
    if (method === 'PUT') schedules.set(name, { ...body, Name: name })
    return schedules.get(name) ?? { error: 'ResourceNotFoundException' }
  }
  const { config, calls } = await fakeAws((call): Reply => {
    if (call.operation.includes(' /schedules')) return onSchedule(call)
    if (call.operation === 'DescribeSecret')
      return world.filled ? { VersionIdsToStages: { v: ['AWSCURRENT'] } } : {}
    if (call.operation === 'GetMetricStatistics') {
      const { body } = call
      const isAsked = (at: number): boolean =>
        at >= asked(body, 'StartTime') && at < asked(body, 'EndTime') && at <= now
      expect(body).toMatchObject({
        Namespace: 'AttendanceEvents',
        MetricName: 'EmployeesPolled',
        Dimensions: [{ Name: 'service', Value: 'attendance-test' }],
      })
      const Datapoints = pollEnds
        .filter(isAsked)
        .map((at) => ({ Timestamp: at / 1_000, SampleCount: 1 }))
      return { Datapoints }
    }
    if (call.operation === 'DescribeAlarms') {
      looks += 1
      const StateValue = looks > world.freshAfterLooks ? 'OK' : 'ALARM'
      return { MetricAlarms: [{ AlarmName: alarms[0], StateValue }] }
    }
    return {}
  })
  const said: string[] = []
  return {
    said,
    calls,
    states: () => [...schedules.values()].map(({ State }) => State),
    schedules: () => [...schedules.values()],
    asked: (operation: string) => calls.filter((each) => each.operation.includes(operation)),
    clients: {
      scheduler: new SchedulerClient(config),
      cloudWatch: new CloudWatchClient(config),
      lambda: new LambdaClient(config),
      secrets: new SecretsManagerClient(config),
    },
    patience: {
      say: (line: string) => void said.push(line),
      now: () => now,
      wait: async () => {
        now += minute
      },
      looks: 4,
    },
  }
}

const { slack, webhooks } = settingsOf({
  slack: { channels: ['office'] },
  webhooks: [{ name: 'payroll', url: 'https://pay.example.com/events' }],
})
const settings = { slack, webhooks }
const withoutBoth = { slack: { channels: [] }, webhooks: [] }

test('stopping disables every schedule, and changes nothing else about it', async () => {
  const { clients, states, schedules } = await environment()
  const before = schedules().map(({ State, ...each }) => each)
  await pause(clients, names)
  expect(states()).toEqual(['DISABLED', 'DISABLED', 'DISABLED'])
  for (const [index, each] of before.entries()) expect(schedules()[index]).toMatchObject(each)
  expect(await isStopped(clients.scheduler, names)).toBe(true)
})

test('stopping mutes the alarms on silence, after the schedules', async () => {
  const { clients, calls } = await environment()
  await pause(clients, names)
  expect(calls.at(-1)).toEqual({ operation: 'DisableAlarmActions', body: { AlarmNames: alarms } })
})

test('what is stopped first is started last: half of a stop is a stop', async () => {
  const { clients, asked, patience } = await environment()
  const changed = () =>
    asked('PUT ').map(({ operation }) => operation.slice('PUT /schedules/'.length))
  await pause(clients, names)
  expect(changed()[0]).toBe('attendance-test-dispatch-polls')
  await resume(clients, names, settings, patience)
  expect(changed().at(-1)).toBe('attendance-test-dispatch-polls')
})

test('starting asks for the roster at once and waits until the feed is fresh', async () => {
  const { clients, states, said, asked, patience } = await environment({ freshAfterLooks: 2 })
  await pause(clients, names)
  await resume(clients, names, settings, patience)
  expect(states()).toEqual(['ENABLED', 'ENABLED', 'ENABLED'])
  expect(asked('functions/attendance-test-refresh-roster%3Alive/invocations').length).toBe(1)
  expect(asked('EnableAlarmActions').map(({ body }) => body)).toEqual([{ AlarmNames: alarms }])
  expect(asked('SetAlarmState')).toEqual([])
  expect(said).toEqual(['attendance-test is started. Waiting for its feed', 'Its feed is fresh'])
})

test('a feed that was fresh when it was stopped is not until it is polled after the start', async () => {
  const { clients, said, asked, patience } = await environment({ polledAfterMinutes: 3 })
  await pause(clients, names)
  await resume(clients, names, settings, patience)
  expect(asked('GetMetricStatistics').length).toBe(3)
  expect(said.at(-1)).toBe('Its feed is fresh')
})

test.each([0, 99])(
  'a feed that no poll answers is silent: one ended %i minutes on',
  async (polledAfterMinutes) => {
    const { clients, said, patience } = await environment({ polledAfterMinutes })
    await pause(clients, names)
    await expect(resume(clients, names, settings, patience)).rejects.toThrow('is silent still')
    expect(said).toEqual(['attendance-test is started. Waiting for its feed'])
  },
)

test('a feed that stays silent is told, and its alarms judge anew', async () => {
  const { clients, asked, patience } = await environment({ freshAfterLooks: 99 })
  await expect(resume(clients, names, settings, patience)).rejects.toThrow(
    'attendance-test is silent still: see docs/operations.md#alarm-feed-stale',
  )
  expect(asked('SetAlarmState').map(({ body }) => [body['AlarmName'], body['StateValue']])).toEqual(
    alarms.map((alarm) => [alarm, 'INSUFFICIENT_DATA']),
  )
})

test('a wait that is broken off lets the alarms judge anew, too', async () => {
  const { clients, asked, patience } = await environment({ freshAfterLooks: 99 })
  const wait = () => Promise.reject(new Error('broken off'))
  await expect(resume(clients, names, settings, { ...patience, wait })).rejects.toThrow(
    'broken off',
  )
  expect(asked('SetAlarmState').length).toBe(2)
})

test('nothing is started while a secret has no value', async () => {
  const { clients, asked, patience } = await environment({ filled: false })
  await pause(clients, names)
  await expect(resume(clients, names, settings, patience)).rejects.toThrow(
    'attendance-test/workforce-credentials and attendance-test/slack-webhooks and attendance-test/webhook-signing-keys: no value yet, so nothing was started',
  )
  await expect(resume(clients, names, withoutBoth, patience)).rejects.toThrow(
    /^attendance-test\/workforce-credentials: no value yet/,
  )
  expect(asked('PUT ').length).toBe(3)
  expect(await isStopped(clients.scheduler, names)).toBe(true)
})

test('what is not deployed cannot be stopped', async () => {
  const { clients, patience } = await environment({ deployed: false })
  await expect(pause(clients, names)).rejects.toThrow('attendance-test is not deployed')
  await expect(resume(clients, names, settings, patience)).rejects.toThrow(
    'attendance-test is not deployed',
  )
})

test.each([
  ['has no group of schedules', { deployed: false }],
  ['has no schedule', { scheduleNames: [] }],
  ['has some, that wait', { scheduleNames: others, state: 'DISABLED' as const }],
])('a stack that was never made whole is stopped: it %s', async (_, world) => {
  const { clients } = await environment(world)
  expect(await isStopped(clients.scheduler, names)).toBe(true)
})

test('what runs does not stop because the schedule of polls was deleted, or another is to come', async () => {
  for (const scheduleNames of [others, [names.named('dispatch-polls')]]) {
    const { clients } = await environment({ scheduleNames })
    expect(await isStopped(clients.scheduler, names)).toBe(false)
  }
})
