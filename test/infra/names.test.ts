import { expect, test } from 'vitest'
import { warnedOptions } from '../../infra/deployment.ts'
import { settingsCheck } from '../../infra/unusable-stack.ts'
import { warningsOf } from '../../infra/warnings.ts'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'
import { placeholdersIn } from '../../lib/settings/reading/placeholders.ts'
import { appWith, settingsOf, templateOf } from './environment.ts'
import { namedResources } from './resource-names.ts'

const environment = 'e'.repeat(20)
const long = 'n'.repeat(40)
const digestNamed = (name: string) => ({ name, at: '08:00', slack: [long], include: ['in-now'] })
const longestDigest = 'd'.repeat(25)
const longSettings = {
  name: environment,
  slack: { channels: [long] },
  audiences: { [long]: ['a@b.example'] },
  alerts: [{ name: long, on: ['clocked-in'], slack: [long], email: [long] }],
}

test('the longest names that the settings take are no longer than AWS allows', () => {
  const template = templateOf({
    ...longSettings,
    digests: [digestNamed(longestDigest)],
    webhooks: [{ name: 'w'.repeat(27), url: 'https://a.example.com' }],
    aws: { fifoTopic: true },
  })
  const named = namedResources(template)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name, limit }) => name.length > limit)).toEqual([])
  const names = named.map(({ Type, name }) => `${Type} ${name}`)
  expect(new Set(names).size).toBe(names.length)
})

const problemsOf = (overrides: object): readonly string[] => {
  const base = {
    name: 'test',
    workforce: { apiUrl: 'https://a.example.com', authUrl: 'https://a.example.com' },
    workday: { timeZone: 'Europe/London' },
  }
  try {
    parseSettings(JSON.stringify({ ...base, ...overrides }), 'test.json')
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

test('a name that would be too long is refused by its field', () => {
  expect(
    problemsOf({
      ...longSettings,
      digests: [digestNamed('ok'), digestNamed(`${longestDigest}dd`)],
    }),
  ).toEqual([
    `digests.1.name: must be 2 shorter: its schedule attendance-${environment}-digest-${longestDigest}dd would have 66 characters, and AWS takes 64`,
  ])
})

test('names that two resources would have are refused by their field', () => {
  expect(
    problemsOf({
      slack: { channels: ['office', 'office'] },
      audiences: { managers: ['a@b.example', 'A@b.example'] },
      operations: { email: ['x@y.example', 'z@y.example', 'x@y.example'] },
    }),
  ).toEqual([
    'slack.channels.1: "office" is there twice',
    'audiences.managers.1: "A@b.example" is there twice',
    'operations.email.2: "x@y.example" is there twice',
  ])
})

test('settings that cannot be used are errors of their own stack, and of no other', () => {
  const problems = ['my.bad.json: name: is missing', 'my.bad.json: fifo: is not a setting']
  const app = appWith([settingsOf()], { 'aws:cdk:bundling-stacks': [] }, [
    { name: 'my.bad', problems },
  ])
  expect(app.node.children.map(({ node }) => node.id)).toEqual([
    'attendance-test',
    'attendance-my-bad',
  ])
  const context = { templatePaths: [], stackTemplates: [], appConstruct: app }
  const { success, violations } = settingsCheck.validate(context)
  expect(success).toBe(false)
  expect(violations).toMatchObject(
    problems.map((description) => ({
      description,
      violatingResources: [{ constructPath: 'attendance-my-bad' }],
    })),
  )
})

const real = {
  workforce: { apiUrl: 'https://api.clock.io', authUrl: 'https://id.clock.io/token' },
  operations: { email: ['on-call@clock.io'] },
}

test('nothing is said of settings that lead somewhere', () => {
  expect(placeholdersIn(settingsOf(real))).toEqual([])
  const lookalike = { email: ['a@example.company', 'b@myexample.com', 'c@example.co.uk'] }
  expect(placeholdersIn(settingsOf({ ...real, operations: lookalike }))).toEqual([])
})

test('nobody to tell, mail and URLs of examples are named by their field', () => {
  expect(
    placeholdersIn(
      settingsOf({
        workforce: { apiUrl: 'https://workforce.example.com/v1', authUrl: 'https://id.clock.io' },
        audiences: { managers: ['m@clock.io', 'm@sub.Example.com'] },
      }),
    ),
  ).toEqual([
    'operations.email: is empty: alarms would tell nobody',
    'workforce.apiUrl: is an address at example.com, which is for examples: put yours',
    'audiences.managers.1: is an address at Example.com, which is for examples: put yours',
  ])
})

test('no secret is repeated that stands in an address of examples', () => {
  const authUrl = 'https://id:hunter2@api.example.com'
  expect(placeholdersIn({ workforce: { authUrl }, operations: { email: ['a@b.io'] } })).toEqual([
    'workforce.authUrl: is an address at example.com, which is for examples: put yours',
  ])
})

test('a synth warns of them', () => {
  const app = appWith([settingsOf()], { 'aws:cdk:bundling-stacks': [] })
  const [stack] = app.synth().stacks
  const warnings = stack?.messages.filter(({ level }) => level === 'warning') ?? []
  expect(warnings.map(({ entry }) => String(entry.data))).toContainEqual(
    expect.stringContaining('operations.email: is empty: alarms would tell nobody'),
  )
})

test('a synth that is told of warnings before says nothing of them', () => {
  const [, warned = ''] = warnedOptions
  const [name = '', value] = warned.split('=')
  const app = appWith([settingsOf()], { 'aws:cdk:bundling-stacks': [], [name]: value })
  const [stack] = app.synth().stacks
  expect(stack?.messages.filter(({ level }) => level === 'warning')).toEqual([])
  expect(warningsOf(settingsOf()).map(({ text }) => text)).toContain(
    'operations.email: is empty: alarms would tell nobody',
  )
})
