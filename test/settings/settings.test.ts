import { describe, expect, test } from 'vitest'
import { settingsWarnings } from '../../lib/settings/checks/settings-warnings.ts'
import { parseSettings } from '../../lib/settings/reading/parse-settings.ts'
import { rulesOf, Settings } from '../../lib/settings/settings.ts'
import { least, problemsOf, withValue } from './settings-problems.ts'

describe('settings', () => {
  test('need a name, two addresses and a time zone; the rest has defaults', () => {
    expect(parseSettings(JSON.stringify(least), 'prod.json')).toEqual({
      ...least,
      workforce: { ...least.workforce, requestsPerSecond: 10 },
      polling: {
        clockingsEverySeconds: 60,
        absencesEverySeconds: 900,
        rosterEverySeconds: 3_600,
        lookbackHours: 24,
        removalAfterMinutes: 10,
        shardSize: 250,
        concurrentPolls: 2,
        concurrentCalls: 20,
      },
      workday: {
        timeZone: 'Europe/London',
        midday: '12:30',
        days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      },
      attention: {
        clockingLongerThanHours: 14,
        breakLongerThanMinutes: 120,
        clockedInWhileAbsent: true,
        absenceGraceMinutes: 30,
        returnOverdue: true,
      },
      privacy: { absences: 'category', notes: false, emails: false, payrollNumbers: false },
      baseline: 'silent',
      eventLogDays: 30,
      operations: { email: [], runbookUrl: 'docs/operations.md' },
      aws: {
        tags: {},
        retainData: false,
        logRetentionDays: 30,
        subscriberAccounts: [],
        subscriberProtocols: ['sqs'],
        fifoTopic: false,
        replayQueues: [],
        release: 'linear',
      },
      slack: { channels: [] },
      audiences: {},
      mail: {},
      alerts: [],
      digests: [],
      rollCall: { slack: [], email: [] },
      webhooks: [],
    })
  })

  test.each<[string, unknown, RegExp]>([
    ['name', 'Prod', /must be 1 to 20 of a-z, 0-9 and -, a letter first/],
    ['name', 'a'.repeat(21), /must be 1 to 20/],
    ['name', undefined, /is missing: a string must be given/],
    ['workforce.apiUrl', 'http://api.example.com', /must be an https URL/],
    ['workforce.apiUrl', 'api.example.com', /must be an https URL/],
    ['workforce.authUrl', 7, /must be a string, not a number/],
    ['workforce.requestsPerSecond', 0, /must be more than 0/],
    ['workforce.requestsPerSecond', '10', /must be a number, not a string/],
    ['polling.clockingsEverySeconds', 9, /must be 10 or more/],
    ['polling.clockingsEverySeconds', 3_601, /must be 3600 or less/],
    ['polling.absencesEverySeconds', 59, /must be 60 or more/],
    ['polling.idleEverySeconds', 30, /must be 60 or more/],
    ['polling.awayEverySeconds', 3_601, /must be 3600 or less/],
    ['polling.farEverySeconds', 59, /must be 60 or more/],
    ['polling.rosterEverySeconds', 86_460, /must be 86400 or less/],
    ['polling.rosterEverySeconds', 90, /must be a multiple of 60/],
    ['polling.clockingsEverySeconds', 90, /above 60 it must be whole minutes/],
    ['polling.lookbackHours', 721, /must be 720 or less/],
    ['polling.removalAfterMinutes', 0.5, /must be 1 or more/],
    ['polling.shardSize', 2.5, /must be an integer, not a fraction/],
    ['polling.concurrentPolls', 1, /must be 2 or more/],
    ['polling.concurrentCalls', 101, /must be 100 or less/],
    ['workday.timeZone', 'Europe/Lndon', /must be an IANA time zone such as Europe\/London/],
    ['workday.timeZone', 'Europe/Lndon', /; did you mean "Europe\/London"\?$/],
    ['workday.timeZone', 'london', /; did you mean "Europe\/London"\?$/],
    ['workday.timeZone', 'New York', /; did you mean "America\/New_York"\?$/],
    [
      'workday.timeZone',
      'europe/london',
      /must be written as IANA does; did you mean "Europe\/London"\?$/,
    ],
    ['workday.timeZone', 'asia/kolkata', /must be written as IANA does$/],
    ['workday.timeZone', 'Asia/kolkata', /must be written as IANA does$/],
    [
      'workday.timeZone',
      'EUROPE/LONDON',
      /must be written as IANA does; did you mean "Europe\/London"\?$/,
    ],
    ['workday.timeZone', '+01:00', /must be an IANA time zone such as Europe\/London$/],
    ['workday.midday', '24:00', /must be a time of day, HH:MM/],
    ['attention.clockingLongerThanHours', 0, /must be 1 or more/],
    ['attention.breakLongerThanMinutes', 4, /must be 5 or more/],
    ['attention.returnOverdue', 'yes', /must be true or false, not a string/],
    ['privacy.absences', 'none', /must be one of "opaque", "category", "full"$/],
    ['privacy.notes', null, /must be true or false, not null/],
    ['expectedEmployees', 0, /must be 1 or more/],
    ['aws.account', '123', /must be an AWS account id: 12 digits/],
    ['aws.region', 'Ireland', /must be an AWS region such as eu-west-1/],
    ['aws.logRetentionDays', 15, /must be one of 1, 3, 5/],
    ['aws.fifoTopic', 'yes', /must be true or false, not a string/],
    ['aws.eventBus', 'a bus', /must be the name or the ARN of an event bus/],
    ['aws.eventBus', 'arn:aws:sns:eu-west-1:123456789012:people', /must be the name or the ARN/],
    ['eventLogDays', 0.5, /must be an integer, not a fraction/],
    ['baseline', 'loud', /must be one of "silent", "announce"$/],
    ['polling', [], /must be an object, not a list/],
    ['workday', undefined, /is missing: an object must be given/],
    ['privacy.absences', 'Opaque', /did you mean "opaque"\? It must be one of/],
  ])('name the path, the problem and what is allowed where %s is %j', (path, value, problem) => {
    const problems = problemsOf(withValue(path, value))
    expect(problems).toHaveLength(1)
    expect(problems[0]?.startsWith(`${path}: `)).toBe(true)
    expect(problems[0]).toMatch(problem)
  })

  test.each([
    ['operations.email', ['nobody'], 'operations.email.0: must be an email address'],
    [
      'aws.subscriberAccounts',
      ['1'],
      'aws.subscriberAccounts.0: must be an AWS account id: 12 digits',
    ],
    [
      'aws.subscriberAccounts',
      Array.from({ length: 201 }, (_, index) => String(100_000_000_000 + index)),
      'aws.subscriberAccounts: must have at most 200',
    ],
    [
      'aws.tags',
      { 'aws:owner': 'me' },
      'aws.tags."aws:owner": must be named with up to 128 letters, digits, spaces and _.:/=+@-, not aws: first',
    ],
  ])('name the entry of %s that is wrong', (path, value, problem) => {
    expect(problemsOf(withValue(path, value))).toEqual([problem])
  })

  test('leave room for the tags that every resource has', () => {
    const tagsOf = (count: number, own: object = {}) =>
      withValue('aws.tags', {
        ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`tag-${n}`, ''])),
        ...own,
      })
    expect(problemsOf(tagsOf(48, { application: 'clocks' }))).toEqual([])
    expect(problemsOf(tagsOf(49))).toEqual([
      'aws.tags: must be no more than 48, beside application and environment',
    ])
  })

  test('leave time to see that something is gone', () => {
    const removalIn = (polling: object) => problemsOf(withValue('polling', polling))
    expect(removalIn({ lookbackHours: 2, removalAfterMinutes: 120 })).toEqual([
      'polling.removalAfterMinutes: must be shorter than polling.lookbackHours, or no removal could be seen',
    ])
    expect(removalIn({ lookbackHours: 2, removalAfterMinutes: 119 })).toEqual([])
    expect(removalIn({ lookbackHours: 48, removalAfterMinutes: 1_441 })).toEqual([
      expect.stringMatching(/^polling\.removalAfterMinutes: must be 1440 or less$/),
    ])
  })

  test('switch rules off with null', () => {
    const attention = { clockingLongerThanHours: null, breakLongerThanMinutes: null }
    const { attention: read } = parseSettings(JSON.stringify({ ...least, attention }), 'x')
    expect(read).toMatchObject(attention)
  })

  test('warn of people who are asked as often as at every poll', () => {
    const seconds = { idleEverySeconds: 60, awayEverySeconds: 119, farEverySeconds: 120 }
    const polling = { clockingsEverySeconds: 120, ...seconds }
    const of = (name: string) => expect.stringMatching(`^polling.${name}: spares no call unless`)
    const settings = (some: object) =>
      parseSettings(JSON.stringify({ ...least, polling: some }), 'x')
    expect(settingsWarnings(settings(polling))).toEqual(Object.keys(seconds).map(of))
    expect(settingsWarnings(settings({ ...polling, farEverySeconds: 121 }))).toHaveLength(2)
  })

  test('name what is wrong with quiet hours', () => {
    const quietHours = { from: '25:00', until: '05:00', everySeconds: 90 }
    expect(problemsOf(withValue('polling.quietHours', quietHours))).toEqual([
      expect.stringMatching(/^polling.quietHours.from: must be a time of day, HH:MM/),
      expect.stringMatching(/^polling.quietHours.everySeconds: must be a multiple of 60/),
    ])
    const none = { from: '22:00', until: '22:00', everySeconds: 900 }
    expect(problemsOf(withValue('polling.quietHours', none))).toEqual([
      'polling.quietHours: must not end when they begin',
    ])
  })
})

test('the rules have the environment as their source', () => {
  const settings = Settings.parse({ ...least, baseline: 'announce' })
  expect(rulesOf(settings)).toEqual({
    source: '/attendance-events/prod',
    workday: { timeZone: settings.workday.timeZone, midday: settings.workday.midday },
    attention: settings.attention,
    privacy: settings.privacy,
    baseline: 'announce',
  })
})
