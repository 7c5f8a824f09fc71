import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settingsWarnings } from '../../lib/settings/checks/settings-warnings.ts'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'
import { webhookFilterPolicy } from '../../lib/webhooks/webhook-settings.ts'

const base = {
  name: 'test',
  workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
  workday: { timeZone: 'Europe/London' },
}
const payroll = { name: 'payroll', url: 'https://pay.example.com/events' }
const parse = (more: object) => parseSettings(JSON.stringify({ ...base, ...more }), 'test.json')
const problems = (more: object): readonly string[] => {
  try {
    parse(more)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}
const problemsOf = (change: object) => problems({ webhooks: [{ ...payroll, ...change }] })

test('an endpoint needs a name and a URL; the rest has defaults', () => {
  expect(parse({ webhooks: [payroll] }).webhooks).toEqual([
    {
      ...payroll,
      where: {},
      show: 'opaque',
      payload: 'full',
      timeoutSeconds: 15,
      ordered: false,
    },
  ])
})

test('an endpoint that names no types gets all, any other those that it names', () => {
  const events = ['clocked-out', 'clocked-in']
  const [all, some] = parse({ webhooks: [payroll, { ...payroll, name: 'doors', events }] }).webhooks
  expect(all && webhookFilterPolicy(all)).toBeNull()
  expect(some && webhookFilterPolicy(some)).toEqual({
    type: ['attendance.clocked-in', 'attendance.clocked-out'],
  })
})

describe('what cannot be meant is an error that names it', () => {
  test.each<[string, object, string]>([
    [
      'more than privacy lets out',
      { show: 'full' },
      'webhooks.0.show ("payroll"): "full" is more than privacy.absences "category" lets out',
    ],
    [
      'a return that it may not know',
      { events: ['clocked-in', 'return-overdue'] },
      'webhooks.0.events.1 ("payroll"): "return-overdue" says that somebody is off sick, which show "opaque", the default, must not reveal: set show to "category", or take it out',
    ],
    [
      'types of absences that it may not know',
      { events: ['absence-started'], where: { absenceTypes: ['Holiday'] } },
      'webhooks.0.where.absenceTypes ("payroll"): says by every message what kind of absence it is, which show "opaque", the default, must not reveal: set show to "category", or take it out',
    ],
    [
      'types of absences that it may not know, of all events',
      { where: { absenceTypes: ['Sickness'] } },
      'webhooks.0.where.absenceTypes ("payroll"): says by every message what kind of absence it is, which show "opaque", the default, must not reveal: set show to "category", or take it out',
    ],
    [
      'a type of absence that is nearly one',
      { where: { absenceTypes: ['holliday'] }, show: 'category' },
      'webhooks.0.where.absenceTypes.0 ("payroll"): did you mean "Holiday"? The types of absences are Sickness, Toil, Holiday, Other',
    ],
    [
      'absence types of what is no absence',
      { events: ['clocked-in'], where: { absenceTypes: ['Holiday'] }, show: 'category' },
      'webhooks.0 ("payroll"): can never fire (clocked-in: it is not about an absence, as where.absenceTypes wants)',
    ],
    [
      'an empty span',
      { where: { hours: { from: '09:00', to: '09:00' } } },
      'webhooks.0.where.hours ("payroll"): can never fire: the span is empty',
    ],
    [
      'no types of events',
      { events: [] },
      'webhooks.0.events ("payroll"): must have at least one entry',
    ],
    [
      'an answer that may take too long',
      { timeoutSeconds: 60 },
      'webhooks.0.timeoutSeconds ("payroll"): must be 30 or less',
    ],
    [
      'a key',
      { secret: 'whsec_hunter2' },
      'webhooks.0.secret ("payroll"): is not a setting: credentials go into Secrets Manager',
    ],
  ])('%s', (_, change, problem) => expect(problemsOf(change)).toEqual([problem]))

  test('an attention event that is switched off', () => {
    const webhooks = [{ ...payroll, events: ['break-overdue'] }]
    expect(problems({ attention: { breakLongerThanMinutes: null }, webhooks })).toEqual([
      'webhooks.0 ("payroll"): can never fire (break-overdue: attention.breakLongerThanMinutes is null)',
    ])
  })

  test('a type that is nearly one is told the nearest', () => {
    const [problem, ...others] = problemsOf({ events: ['clock-in'] })
    expect(others).toEqual([])
    expect(problem).toMatch(/^webhooks\.0\.events\.0 \("payroll"\): did you mean "clocked-in"\?/)
  })
})

test.each([
  ['without TLS', 'http://pay.example.com/hunter2'],
  ['with a user', 'https://hunter2@pay.example.com/'],
  ['with a password', 'https://id:hunter2@pay.example.com/'],
  ['with a fragment', 'https://pay.example.com/#hunter2'],
  ['of another scheme', 'ftp://pay.example.com/hunter2'],
  ['that is none', 'pay.example.com/hunter2'],
])('a URL %s is refused, and not repeated', (_, url) => {
  expect(problemsOf({ url })).toEqual([
    'webhooks.0.url ("payroll"): must be an https URL without user, password or fragment',
  ])
})

test.each([
  'https://127.0.0.1/hunter2',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://2130706433/',
  'https://localhost/',
  'https://api.localhost/',
])('a URL that no function may reach is refused: %s', (url) => {
  expect(problemsOf({ url })).toEqual([
    'webhooks.0.url ("payroll"): must lead to an address on the public internet',
  ])
})

test.each(['https://93.184.215.14/', 'https://[2606:4700::1111]/', 'https://localhost.pay.io/'])(
  'an address or a name on the public internet is taken: %s',
  (url) => expect(problemsOf({ url })).toEqual([]),
)

test('the endpoints on the page for operators can be used', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, example = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? []
  expect(parse(JSON.parse(example)).webhooks.length).toBe(2)
})

describe('names', () => {
  test('that are there twice are refused', () => {
    expect(problems({ webhooks: [payroll, payroll] })).toEqual([
      'webhooks.1.name: "payroll" is there twice',
    ])
  })

  test('may not be those of the dead letters of another', () => {
    const other = { ...payroll, name: 'payroll-dead-letters' }
    expect(problems({ webhooks: [other, payroll] })).toEqual([
      'webhooks.0.name: "payroll-dead-letters" is what the dead letters of "payroll" are called',
    ])
    expect(problems({ webhooks: [other] })).toEqual([])
  })

  test('are as long as AWS lets those of their queues be', () => {
    const name = 'e'.repeat(20)
    const longest = { ...payroll, name: 'w'.repeat(27) }
    expect(problems({ name, webhooks: [longest] })).toEqual([])
    expect(problems({ name, webhooks: [{ ...payroll, name: 'w'.repeat(28) }] })).toEqual([
      `webhooks.0.name: must be 1 shorter: its queue attendance-${name}-webhook-${'w'.repeat(28)}-dead-letters would have 81 characters, and AWS takes 80`,
    ])
  })
})

test.each([
  [
    'an object of URLs',
    { payroll: 'https://payroll.acme.io/' },
    'webhooks: must be a list, not an object',
  ],
  [
    'a URL for a name',
    [{ name: 'https://payroll.acme.io/', url: 'https://payroll.acme.io/' }],
    'webhooks.0.name: must be 1 to 40 of a-z, 0-9, _ and -, a letter or digit first',
  ],
])(
  '%s is refused without sending the URLs of endpoints to Secrets Manager',
  (_, webhooks, line) => {
    expect(problems({ webhooks })).toEqual([line])
  },
)

test('what follows only from what cannot be read is not said', () => {
  const webhook = { ...payroll, evnts: ['clocked-in'], where: { absenceTypes: ['Holiday'] } }
  expect(problems({ webhooks: [webhook] })).toEqual([
    'webhooks.0.evnts ("payroll"): is not a setting; did you mean "events"?',
  ])
})

test('a type of absence that nobody knows is warned of', () => {
  const where = { absenceTypes: ['Sabbatical'] }
  expect(settingsWarnings(parse({ webhooks: [{ ...payroll, where, show: 'category' }] }))).toEqual([
    'webhooks.0.where.absenceTypes.0 ("payroll"): is no type of absence that is known (Sickness, Toil, Holiday, Other)',
  ])
})
