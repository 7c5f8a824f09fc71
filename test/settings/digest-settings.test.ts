import { describe, expect, test } from 'vitest'
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
