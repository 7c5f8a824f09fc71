import { describe, expect, test } from 'vitest'
import { settingsWarnings } from '../../lib/settings/checks/settings-warnings.ts'
import { digest, parse, problems, rule } from './alert-problems.ts'

describe('a rule', () => {
  test('has defaults', () => {
    expect(parse({ alerts: [{ ...rule, on: ['clocked-in', 'clocked-out'] }] }).alerts).toEqual([
      {
        name: 'arrivals',
        on: ['clocked-in', 'clocked-out'],
        where: {},
        slack: ['office'],
        email: [],
        group: 60,
        staleAfterHours: 12,
        show: 'opaque',
      },
    ])
  })

  test.each<[string, object, string]>([
    [
      'an unknown channel',
      { alerts: [{ ...rule, slack: ['ofice'] }] },
      'alerts.0.slack.0 ("arrivals"): "ofice" is not one of slack.channels (office); did you mean "office"?',
    ],
    [
      'an unknown audience',
      { alerts: [{ ...rule, email: ['all'] }] },
      'alerts.0.email.0 ("arrivals"): "all" is not one of audiences (managers)',
    ],
    [
      'more than privacy lets out',
      { alerts: [{ ...rule, show: 'full' }] },
      'alerts.0.show ("arrivals"): "full" is more than privacy.absences "category" lets out',
    ],
    [
      'nobody to tell',
      { alerts: [{ ...rule, slack: [] }] },
      'alerts.0 ("arrivals"): reaches nobody: name a channel in slack or an audience in email',
    ],
    [
      'an attention event that is switched off',
      { attention: { breakLongerThanMinutes: null }, alerts: [{ ...rule, on: ['break-overdue'] }] },
      'alerts.0 ("arrivals"): can never fire (break-overdue: attention.breakLongerThanMinutes is null)',
    ],
    [
      'a return that privacy does not let be known',
      { privacy: { absences: 'opaque' }, alerts: [{ ...rule, on: ['return-overdue'] }] },
      'alerts.0.on.0 ("arrivals"): "return-overdue" says that somebody is off sick, which privacy.absences "opaque" must not reveal: take it out',
    ],
    [
      'a return that its route may not know',
      { alerts: [{ ...rule, on: ['clocked-in', 'return-overdue'] }] },
      'alerts.0.on.1 ("arrivals"): "return-overdue" says that somebody is off sick, which show "opaque", the default, must not reveal: set show to "category", or take it out',
    ],
    [
      'types of absences that its route may not know',
      { alerts: [{ ...rule, on: ['absence-started'], where: { absenceTypes: ['Holiday'] } }] },
      'alerts.0.where.absenceTypes ("arrivals"): says by every message what kind of absence it is, which show "opaque", the default, must not reveal: set show to "category", or take it out',
    ],
    [
      'a type of absence that is nearly one',
      {
        alerts: [
          {
            ...rule,
            on: ['absence-started'],
            where: { absenceTypes: ['Sabbatical', 'holliday'] },
            show: 'category',
          },
        ],
      },
      'alerts.0.where.absenceTypes.1 ("arrivals"): did you mean "Holiday"? The types of absences are Sickness, Toil, Holiday, Other',
    ],
    [
      'absence types of what is no absence',
      { alerts: [{ ...rule, where: { absenceTypes: ['Holiday'] } }] },
      'alerts.0 ("arrivals"): can never fire (clocked-in: it is not about an absence, as where.absenceTypes wants)',
    ],
    [
      'an empty span',
      { alerts: [{ ...rule, where: { hours: { from: '09:00', to: '09:00' } } }] },
      'alerts.0.where.hours ("arrivals"): can never fire: the span is empty',
    ],
    ['a name twice', { alerts: [rule, rule] }, 'alerts.1.name: "arrivals" is there twice'],
    [
      'an unknown key',
      { alerts: [{ ...rule, slak: [] }] },
      'alerts.0.slak ("arrivals"): is not a setting; did you mean "slack"?',
    ],
    [
      'no types of events',
      { alerts: [{ name: 'arrivals', slack: ['office'] }] },
      'alerts.0.on ("arrivals"): is missing: a list must be given',
    ],
    [
      'an empty list of types',
      { alerts: [{ ...rule, on: [] }] },
      'alerts.0.on ("arrivals"): must have at least one entry',
    ],
    [
      'a channel as Slack writes it',
      { alerts: [{ ...rule, slack: ['#office'] }] },
      'alerts.0.slack.0 ("arrivals"): must be 1 to 40 of a-z, 0-9, _ and -, a letter or digit first: write it without the #',
    ],
    [
      'an address instead of an audience',
      { alerts: [{ ...rule, email: ['a@b.example'] }] },
      'alerts.0.email.0 ("arrivals"): must be 1 to 40 of a-z, 0-9, _ and -, a letter or digit first: a name of audiences, not an address',
    ],
  ])('with %s is an error that names it', (_what, settings, problem) => {
    expect(problems(settings)).toEqual([problem])
  })

  test.each([
    ['clock-in', 'clocked-in'],
    ['attendance.clockedin', 'clocked-in'],
    ['attendance.clocked-out', 'clocked-out'],
    ['Absence-Start', 'absence-started'],
  ])('of %s is told the nearest type, and all there are', (type, meant) => {
    const [problem, ...others] = problems({ alerts: [{ ...rule, on: ['clocked-in', type] }] })
    expect(others).toEqual([])
    expect(problem).toMatch(
      new RegExp(
        `^alerts.0.on.1 \\("arrivals"\\): did you mean "${meant}"\\? It must be one of "clocked-in", `,
      ),
    )
    expect(problem?.match(/"clocked-in"/g)).toHaveLength(meant === 'clocked-in' ? 2 : 1)
  })

  test('takes types of absences whatever their case, and warns of those that nobody knows', () => {
    const absenceTypes = ['sickness', 'TOIL', 'Sabbatical']
    const alerts = [{ ...rule, on: ['absence-started'], where: { absenceTypes }, show: 'category' }]
    const settings = parse({ alerts, digests: [digest] })
    expect(settings.alerts[0]?.where.absenceTypes).toEqual(['Sickness', 'Toil', 'Sabbatical'])
    expect(settingsWarnings(settings)).toEqual([
      'alerts.0.where.absenceTypes.2 ("arrivals"): is no type of absence that is known (Sickness, Toil, Holiday, Other)',
    ])
  })

  test('may ask for what privacy lets out', () => {
    const on = ['return-overdue', 'absence-started']
    const where = { absenceTypes: ['Sickness'] }
    expect(problems({ alerts: [{ ...rule, on, where, show: 'category' }] })).toEqual([])
    expect(
      problems({ privacy: { absences: 'full' }, alerts: [{ ...rule, show: 'full' }] }),
    ).toEqual([])
  })
})

test.each([
  [
    'by their names',
    { office: 'https://hooks.slack.com/services/hunter2' },
    'slack.channels: must be a list, not an object: of names; their URLs go into Secrets Manager',
  ],
  [
    'alone',
    ['https://hooks.slack.com/services/hunter2'],
    'slack.channels.0: must be 1 to 40 of a-z, 0-9, _ and -, a letter or digit first: a name; its URL goes into Secrets Manager',
  ],
])(
  'whoever puts webhooks into the settings, %s, is told where they belong',
  (_, channels, line) => {
    expect(problems({ slack: { channels } })).toEqual([line])
  },
)

test('a channel or an audience that nothing is sent to is warned of', () => {
  const more = { slack: { channels: ['office', 'yard'] }, rollCall: { slack: ['office'] } }
  expect(settingsWarnings(parse(more))).toEqual([
    'slack.channels.1: is told nothing by alerts, digests and rollCall',
    'audiences.managers: is told nothing by alerts, digests and rollCall',
  ])
  expect(settingsWarnings(parse({ alerts: [rule], digests: [digest] }))).toEqual([])
})
