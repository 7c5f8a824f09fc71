import { expect, test } from 'vitest'
import { least, problemsOf } from '../settings/settings-problems.ts'
import { templateOf } from './environment.ts'
import { namedResources } from './resource-names.ts'

const refusals = (name: string) => problemsOf({ ...least, name })

const called = ['events', 'operations', 'polls', 'alerts', 'slack-channel-office', 'office']

/** An environment whose settings call things as resources are called. */
const template = templateOf({
  name: 'one',
  slack: { channels: called },
  audiences: Object.fromEntries(called.map((audience) => [audience, ['a@b.example']])),
  webhooks: called.map((name) => ({ name, url: 'https://a.example.com' })),
  aws: { fifoTopic: true, readApi: {} },
})
const names = namedResources(template)
  // These are called in the group of their environment.
  .filter(({ Type }) => Type !== 'AWS::Scheduler::Schedule')
  .map(({ Type, name }) => `${Type} ${name}`)

/** What those resources are called of an environment with another name. */
const namesOf = (other: string): string[] =>
  names.map((name) => name.replaceAll(/([-/])one(?![a-z])/g, `$1${other}`))

test('an environment is refused whose resources would be called as those of another', () => {
  const beginnings = new Set(
    names.flatMap((name) => {
      const parts = name.split('attendance-one-')[1]?.split('-') ?? []
      return parts.map((_, index) => parts.slice(0, index + 1).join('-'))
    }),
  )
  const colliding = [...beginnings]
    .map((beginning) => `one-${beginning}`)
    .filter((other) => /^[a-z0-9-]{1,20}$/.test(other))
    .filter((other) => namesOf(other).some((name) => names.includes(name)))
  expect(colliding.length).toBeGreaterThan(5)
  expect(colliding.filter((other) => refusals(other).length === 0)).toEqual([])
})

test.each([
  ['prod-events', 'events'],
  ['prod-deliveries', 'deliveries'],
  ['prod-send-alerts', 'send-alerts'],
  ['prod-mail', 'mail'],
  ['prod-webhook-a', 'webhook'],
  ['a-slack-channel', 'slack-channel'],
])('%s is refused, since another environment calls resources so', (name, what) => {
  const other = name.slice(0, name.indexOf(`-${what}`))
  expect(refusals(name)).toEqual([
    `name: "${name}" is what resources of an environment "${other}" may be called: leave out "-${what}"`,
  ])
})

test.each(['events', 'mail', 'prod-events-eu', 'prod-mailing', 'webhooks-prod', 'prod-alerts'])(
  '%s is no name of resources of another environment',
  (name) => expect(refusals(name)).toEqual([]),
)
