import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from '../../lib/platform/environment.ts'
import { DispatchPollsEnvironment } from '../../lib/polling/dispatching/environment.ts'
import { PollShardEnvironment, RefreshRosterEnvironment } from '../../lib/polling/environment.ts'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { rulesOf, Settings } from '../../lib/settings/settings.ts'

const settings = Settings.parse({
  name: 'test',
  workforce: {
    apiUrl: 'https://api.example.com',
    authUrl: 'https://auth.example.com',
    requestsPerSecond: 12,
  },
  polling: { concurrentPolls: 3, clockingsEverySeconds: 10, shardSize: 40 },
  workday: { timeZone: 'Europe/London' },
})

const environments = environmentsOf(
  settings,
  {
    tableName: 'attendance-test',
    topicArn: 'arn:aws:sns:eu-west-1:1:attendance-events',
    queueUrl: 'https://sqs.example.com/polls',
    credentialsSecret: 'attendance/test/workforce',
  },
  60,
)

const asking = {
  ENVIRONMENT: 'test',
  TABLE_NAME: 'attendance-test',
  API_URL: 'https://api.example.com',
  AUTH_URL: 'https://auth.example.com',
  CREDENTIALS_SECRET: 'attendance/test/workforce',
  RULES: JSON.stringify(rulesOf(settings)),
  TOPIC_ARN: 'arn:aws:sns:eu-west-1:1:attendance-events',
  LOOKBACK_HOURS: '24',
  REMOVAL_AFTER_MINUTES: '10',
}

const messageOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
  return ''
}

describe('the variables of the functions', () => {
  test('are these and no others', () => {
    expect(environments).toEqual({
      pollShard: {
        ...asking,
        REQUESTS_PER_SECOND: '3',
        ABSENCES_EVERY_SECONDS: '900',
        CONCURRENT_CALLS: '20',
      },
      refreshRoster: { ...asking, REQUESTS_PER_SECOND: '12', SHARD_SIZE: '40' },
      dispatchPolls: {
        ENVIRONMENT: 'test',
        TABLE_NAME: 'attendance-test',
        QUEUE_URL: 'https://sqs.example.com/polls',
        CLOCKINGS_EVERY_SECONDS: '10',
        ABSENCES_EVERY_SECONDS: '900',
        DISPATCH_EVERY_SECONDS: '60',
        REQUESTS_PER_SECOND: '12',
        CONCURRENT_POLLS: '3',
        CONCURRENT_CALLS: '20',
      },
    })
  })

  test('name the FIFO topic where there is one', () => {
    const fifoTopicArn = 'arn:aws:sns:eu-west-1:1:attendance-events.fifo'
    const resources = { tableName: 't', topicArn: 'a', queueUrl: 'q', credentialsSecret: 's' }
    const each = environmentsOf(settings, { ...resources, fifoTopicArn }, 60)
    expect(each.pollShard).toMatchObject({ FIFO_TOPIC_ARN: fifoTopicArn })
    expect(each.refreshRoster).toMatchObject({ FIFO_TOPIC_ARN: fifoTopicArn })
    expect(each.dispatchPolls).not.toHaveProperty('FIFO_TOPIC_ARN')
  })

  test('name the event bus where there is one', () => {
    const names = { tableName: 't', topicArn: 'a', queueUrl: 'q', credentialsSecret: 's' }
    const each = environmentsOf(settings, { ...names, eventBus: 'people' }, 60)
    expect(each.pollShard).toMatchObject({ EVENT_BUS: 'people' })
    expect(each.refreshRoster).toMatchObject({ EVENT_BUS: 'people' })
    expect(each.dispatchPolls).not.toHaveProperty('EVENT_BUS')
  })

  test('give each that publishes an equal part of what SNS takes, where that is bounded', () => {
    const names = { tableName: 't', topicArn: 'a', queueUrl: 'q', credentialsSecret: 's' }
    const each = environmentsOf(settings, { ...names, snsMessagesPerSecond: 90 }, 60)
    expect(each.pollShard).toMatchObject({ MESSAGES_PER_SECOND: '22' })
    expect(each.refreshRoster).toMatchObject({ MESSAGES_PER_SECOND: '22' })
    expect(each.dispatchPolls).not.toHaveProperty('MESSAGES_PER_SECOND')
    expect(environmentsOf(settings, names, 60).pollShard).not.toHaveProperty('MESSAGES_PER_SECOND')
  })

  test('name the event log, unless events are not kept', () => {
    const names = { tableName: 't', topicArn: 'a', queueUrl: 'q', credentialsSecret: 's' }
    const resources = { ...names, eventsTable: 'e' }
    const log = { EVENTS_TABLE: 'e', EVENT_LOG_DAYS: '30' }
    const kept = environmentsOf(settings, resources, 60)
    expect(kept.pollShard).toMatchObject(log)
    expect(kept.refreshRoster).toMatchObject(log)
    expect(kept.dispatchPolls).not.toHaveProperty('EVENTS_TABLE')
    const { pollShard } = environmentsOf({ ...settings, eventLogDays: 0 }, resources, 60)
    expect(pollShard).not.toHaveProperty('EVENTS_TABLE')
    expect(pollShard).not.toHaveProperty('EVENT_LOG_DAYS')
  })

  test('tell who plans of the whole budget, and a poll that nobody planned of its share', () => {
    const each = Number(environments.pollShard.REQUESTS_PER_SECOND)
    expect(each * (settings.polling.concurrentPolls + 1)).toBe(12)
    expect(environments.dispatchPolls.REQUESTS_PER_SECOND).toBe('12')
    expect(environments.refreshRoster.REQUESTS_PER_SECOND).toBe('12')
  })

  test('are read back as they were meant', () => {
    const poll = readEnvironment(PollShardEnvironment, environments.pollShard)
    const believing = { LOOKBACK_HOURS: 24, REMOVAL_AFTER_MINUTES: 10 }
    expect(poll).toMatchObject({ ...believing, REQUESTS_PER_SECOND: 3, CONCURRENT_CALLS: 20 })
    expect(poll.RULES).toEqual(rulesOf(settings))
    const refresh = readEnvironment(RefreshRosterEnvironment, environments.refreshRoster)
    expect(refresh).toMatchObject({ ...believing, SHARD_SIZE: 40 })
    const dispatch = readEnvironment(DispatchPollsEnvironment, environments.dispatchPolls)
    expect(dispatch.CLOCKINGS_EVERY_SECONDS).toBe(10)
  })
})

describe('a variable that cannot be used', () => {
  test.each([...Object.keys(environments.pollShard)])('is named where %s is missing', (name) => {
    const { [name]: _left, ...others } = { ...environments.pollShard } as Record<string, string>
    const message = messageOf(() => readEnvironment(PollShardEnvironment, others))
    expect(message).toMatch(new RegExp(`^Environment variables: ${name}: `))
    expect(message).not.toContain(';')
  })

  test.each([
    ['LOOKBACK_HOURS', 'soon'],
    ['LOOKBACK_HOURS', '0'],
    ['REMOVAL_AFTER_MINUTES', '0'],
    ['TABLE_NAME', ''],
    ['RULES', '{"source"'],
    ['RULES', '{}'],
  ])('is named where %s is %j', (name, value) => {
    const variables = { ...environments.pollShard, [name]: value }
    const message = messageOf(() => readEnvironment(PollShardEnvironment, variables))
    expect(message).toContain(`Environment variables: ${name}`)
  })

  test('is named with every other one', () => {
    const message = messageOf(() => readEnvironment(DispatchPollsEnvironment, {}))
    for (const name of Object.keys(environments.dispatchPolls)) expect(message).toContain(name)
  })
})
