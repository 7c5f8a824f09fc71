import { describe, expect, test } from 'vitest'
import { SendDigestEnvironment } from '../../lib/alerts/environment.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import { digest, parse, problems } from './alert-problems.ts'

describe('a digest', () => {
  test('has defaults', () => {
    expect(parse({ digests: [digest] }).digests).toEqual([
      { ...digest, slack: [], skipEmpty: false, show: 'opaque' },
    ])
  })

  test.each<[string, object, string]>([
    [
      'an unknown channel',
      { slack: ['x'] },
      'digests.0.slack.0 ("morning"): "x" is not one of slack.channels (office)',
    ],
    [
      'too much shown',
      { show: 'full' },
      'digests.0.show ("morning"): "full" is more than privacy.absences "category" lets out',
    ],
    [
      'an unknown zone',
      { timeZone: 'Mars/Base' },
      'digests.0.timeZone ("morning"): must be an IANA time zone such as Europe/London',
    ],
    [
      'an impossible time',
      { at: '25:00' },
      'digests.0.at ("morning"): must be a time of day, HH:MM',
    ],
  ])('with %s is an error that names it', (_what, change, problem) => {
    expect(problems({ digests: [{ ...digest, ...change }] })).toEqual([problem])
  })
})

test('a roll call goes to known destinations', () => {
  expect(problems({ rollCall: { slack: ['wardens'] } })).toEqual([
    'rollCall.slack.0: "wardens" is not one of slack.channels (office)',
  ])
})

describe('digests of one time for one audience', () => {
  const named = (name: string, change: object = {}) => ({ ...digest, name, ...change })

  test('are two at most: a third is an error that names the others', () => {
    const two = [named('early'), named('late')]
    expect(problems({ digests: two })).toEqual([])
    expect(problems({ digests: [...two, named('last')] })).toEqual([
      'digests.2.email.0 ("last"): gets "early" and "late" at 08:30, too: mails come a minute apart, and 2 of one time at most. Send this one some minutes later',
    ])
  })

  test.each<[string, object]>([
    ['at another time', { at: '08:33' }],
    ['in another zone', { timeZone: 'Europe/Paris' }],
    ['on a day of its own', { days: ['sun'] }],
    ['to a channel', { email: [], slack: ['office'] }],
  ])('may be more where one goes %s', (_what, change) => {
    const days = ['mon', 'tue']
    const digests = [
      named('early', { days }),
      named('late', { days }),
      named('last', { days, ...change }),
    ]
    expect(problems({ digests })).toEqual([])
  })
})

test('how fresh things are is told by how often they are asked for, and in quiet hours', () => {
  const resources = {
    tableName: 'table',
    deliveriesTable: 'deliveries',
    slackSecret: 'slack',
    alertQueueUrl: 'https://queue',
    alertDeadLettersUrl: 'https://letters',
    audienceTopics: {},
  }
  const environmentOf = (polling: object) =>
    SendDigestEnvironment.parse(alertEnvironmentsOf(parse({ polling }), resources).sendDigest)
  expect(environmentOf({})).not.toHaveProperty('QUIET_HOURS')
  const atNight = { from: '20:00', until: '07:00', everySeconds: 3_600 }
  expect(environmentOf({ quietHours: atNight })).toMatchObject({
    CLOCKINGS_EVERY_SECONDS: 60,
    QUIET_HOURS: { ...atNight, timeZone: 'Europe/London' },
    ABSENCES_EVERY_SECONDS: 900,
  })
})
