import { expect, test } from 'vitest'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'
import { least, problemsOf } from './settings-problems.ts'

const problems = (snsMessagesPerSecond: number, concurrentPolls: number): readonly string[] => {
  const settings = {
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
    polling: { concurrentPolls },
    aws: { snsMessagesPerSecond },
  }
  try {
    parseSettings(JSON.stringify(settings), 'test.json')
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('what SNS takes is enough for one message a second of each that publishes', () => {
  expect(problems(300, 20)).toEqual([])
  expect(problems(21, 20)).toEqual([])
  expect(problems(20, 20)).toEqual([
    expect.stringContaining('aws.snsMessagesPerSecond: must be above polling.concurrentPolls'),
  ])
})

test('what SNS takes is a whole number', () => {
  expect(problems(30.5, 2)).toHaveLength(1)
  expect(problems(0, 2)).toHaveLength(1)
})

test('an event bus is of the region of the environment', () => {
  const bus = (region: string) => `arn:aws:events:${region}:111122223333:event-bus/people`
  const of = (aws: object) => problemsOf({ ...least, aws })
  expect(of({ region: 'eu-west-1', eventBus: bus('eu-west-1') })).toEqual([])
  expect(of({ region: 'eu-west-1', eventBus: 'people' })).toEqual([])
  expect(of({ eventBus: bus('us-east-1') })).toEqual([])
  expect(of({ region: 'eu-west-1', eventBus: bus('us-east-1') })).toEqual([
    'aws.eventBus: is a bus of us-east-1, and aws.region is eu-west-1: a rule of a bus of eu-west-1 may send events on to it',
  ])
})

test('queues to which events are sent again are of the region of the environment', () => {
  const queue = (region: string) => `arn:aws:sqs:${region}:111122223333:payroll`
  const of = (aws: object) => problemsOf({ ...least, aws })
  expect(of({ region: 'eu-west-1', replayQueues: [queue('eu-west-1')] })).toEqual([])
  expect(of({ replayQueues: [queue('us-east-1')] })).toEqual([])
  expect(
    of({ region: 'eu-west-1', replayQueues: [queue('eu-west-1'), queue('us-east-1')] }),
  ).toEqual([
    'aws.replayQueues.1: is a queue of us-east-1, and aws.region is eu-west-1: events are sent again within a region',
  ])
})
