import { describe, expect, test } from 'vitest'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'

const base = {
  name: 'test',
  workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
  workday: { timeZone: 'Europe/London' },
  slack: { channels: ['office'] },
  audiences: { managers: ['a@b.example'] },
}
const rule = { name: 'arrivals', on: ['clocked-in'], slack: ['office'] }
const digest = { name: 'morning', at: '08:30', email: ['managers'], include: ['in-now'] }
const problems = (more: object): readonly string[] => {
  try {
    parseSettings(JSON.stringify({ ...base, ...more }), 'test.json')
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

describe('all that is wrong is told at once', () => {
  test('what does not fit, beside what is wrong by itself', () => {
    const alerts = [
      { ...rule, on: ['clocked-out', 'clockd-in'], slack: ['offce'], show: 'full', group: 'x' },
      { ...rule, on: ['clockd-in', 'return-overdue'] },
    ]
    const polling = { lookbackHours: 2, removalAfterMinutes: 120, shardSize: 'x' }
    const digests = [
      { ...digest, at: '8:30', name: 'early' },
      { ...digest, email: ['all'] },
    ]
    expect(problems({ alerts, polling, digests })).toEqual([
      'polling.shardSize: must be a number, not a string',
      expect.stringMatching(/^alerts\.0\.on\.1 \("arrivals"\): did you mean "clocked-in"/),
      'alerts.0.group ("arrivals"): must be a number, not a string',
      expect.stringMatching(/^alerts\.1\.on\.0 \("arrivals"\): did you mean "clocked-in"/),
      'digests.0.at ("early"): must be a time of day, HH:MM',
      'polling.removalAfterMinutes: must be shorter than polling.lookbackHours, or no removal could be seen',
      'alerts.1.name: "arrivals" is there twice',
      'alerts.0.slack.0 ("arrivals"): "offce" is not one of slack.channels (office); did you mean "office"?',
      'alerts.0.show ("arrivals"): "full" is more than privacy.absences "category" lets out',
      expect.stringMatching(/^alerts\.1\.on\.1 \("arrivals"\): "return-overdue" says/),
      'digests.1.email.0 ("morning"): "all" is not one of audiences (managers)',
    ])
  })

  test.each<[string, object, string[]]>([
    [
      'a misspelled list of destinations',
      { alerts: [{ name: 'arrivals', on: ['clocked-in'], slak: ['office'] }] },
      ['alerts.0.slak ("arrivals"): is not a setting; did you mean "slack"?'],
    ],
    [
      'channels that cannot be read',
      { slack: { channels: ['#office'] }, alerts: [rule] },
      [
        'slack.channels.0: must be 1 to 40 of a-z, 0-9, _ and -, a letter or digit first: write it without the #',
      ],
    ],
    [
      'a misspelled group',
      {
        slack: undefined,
        slak: { channels: ['office'] },
        alerts: [rule],
        privcy: { absences: 'full' },
      },
      [
        'slak: is not a setting; did you mean "slack"?',
        'privcy: is not a setting; did you mean "privacy"?',
      ],
    ],
    [
      'channels that are null',
      { slack: null, alerts: [rule] },
      ['slack: must be an object, not null'],
    ],
  ])('and nothing that only follows from %s', (_what, settings, expected) => {
    expect(problems(settings)).toEqual(expected)
  })

  test('names that stand twice, with the rest', () => {
    const text = `{"name": "test", "name": "test", ${JSON.stringify({ ...base, name: undefined, rollCall: { slack: ['x'] } }).slice(1)}`
    expect(() => parseSettings(text, 'test.json', { name: 'other' })).toThrow(
      new SettingsError('test.json', [
        'name: is there twice, the second time in line 1',
        'name: must be "other", as the file is called',
        'rollCall.slack.0: "x" is not one of slack.channels (office)',
      ]),
    )
  })
})
