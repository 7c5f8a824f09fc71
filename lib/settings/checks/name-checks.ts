import { serviceName } from '../../platform/metric-names.ts'
import { webhookQueueName } from '../../webhooks/queues.ts'
import type { ReadableSettings } from '../reading/readable-settings.ts'
import type { SettingsProblem } from './problem.ts'

/** The longest names, in characters. They are the only limits that settings can pass. */
const longest = { schedule: 64, queue: 80 }

/** What the schedule of a digest is called. */
export const digestScheduleName = (environment: string, digest: string): string =>
  `${serviceName(environment)}-digest-${digest}`

/** What a queue of dead letters ends with. */
const deadLettersSuffix = '-dead-letters'

const deadLettersName = (environment: string, webhook: string): string =>
  `${serviceName(environment)}-${webhookQueueName(webhook)}${deadLettersSuffix}`

/** Those of a list after which AWS is to name something in more characters than it takes. */
const tooLong = (
  { name: environment, ...lists }: ReadableSettings,
  list: 'digests' | 'webhooks',
  kind: 'schedule' | 'queue',
  nameOf: (environment: string, name: string) => string,
): SettingsProblem[] =>
  lists[list].flatMap(({ name }, index) => {
    if (environment === undefined || name === undefined) return []
    const made = nameOf(environment, name)
    const excess = made.length - longest[kind]
    if (excess <= 0) return []
    const message = `must be ${excess} shorter: its ${kind} ${made} would have ${made.length} characters, and AWS takes ${longest[kind]}`
    return [{ path: [list, index, 'name'], message }]
  })

/** A webhook whose queue would be called as the dead letters of another are. */
const sameQueues = ({ webhooks }: ReadableSettings): SettingsProblem[] =>
  webhooks.flatMap(({ name }, index) => {
    const other = webhooks.find((each) => `${each.name}${deadLettersSuffix}` === name)
    if (name === undefined || other === undefined) return []
    const message = `"${name}" is what the dead letters of "${other.name}" are called`
    return [{ path: ['webhooks', index, 'name'], message }]
  })

/** What tables are called after their environment, but for the one that is called as it is itself. */
const tables = ['events', 'deliveries']
/** What functions are called: some of their alarms are as those of an environment. */
const functions = [
  'poll-shard',
  'refresh-roster',
  'dispatch-polls',
  'send-alerts',
  'send-digest',
  'deliver-webhook',
  'replay-events',
  'read-api',
]
/** What stands between an environment and a name of its settings in the names of topics, queues and alarms. */
const kinds = ['mail', 'webhook', 'slack-channel']
const ofAnother = new RegExp(
  `^(.+?)-(?:(${[...tables, ...functions].join('|')})$|(${kinds.join('|')})(?:-|$))`,
)

/** An environment whose resources would be called as those of another are, or may be. */
const sameResources = ({ name = '' }: ReadableSettings): SettingsProblem[] => {
  const [, other, end, kind] = ofAnother.exec(name) ?? []
  const what = end ?? kind
  if (what === undefined) return []
  const message = `"${name}" is what resources of an environment "${other}" may be called: leave out "-${what}"`
  return [{ path: ['name'], message }]
}

/** No two mailboxes differ by the case of their letters. */
const isSame = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

const twice = (
  all: readonly (string | undefined)[] | undefined,
  path: SettingsProblem['path'],
): SettingsProblem[] =>
  (all ?? []).flatMap((each, index, given) =>
    each === undefined || given.findIndex((other) => isSame(other, each)) === index
      ? []
      : [{ path: [...path, index], message: `"${each}" is there twice` }],
  )

/** Where two rules, or two of another list, are called the same. */
const sameNames = (
  settings: ReadableSettings,
  list: 'alerts' | 'digests' | 'webhooks',
): SettingsProblem[] =>
  settings[list].flatMap(({ name }, index, all) =>
    name === undefined || all.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: [list, index, 'name'], message: `"${name}" is there twice` }],
  )

/** Names that AWS would not take, or that two resources would have. */
export const nameProblems = (settings: ReadableSettings): SettingsProblem[] => [
  ...sameResources(settings),
  ...tooLong(settings, 'digests', 'schedule', digestScheduleName),
  ...tooLong(settings, 'webhooks', 'queue', deadLettersName),
  ...twice(settings.slack.channels, ['slack', 'channels']),
  ...Object.entries(settings.audiences ?? {}).flatMap(([audience, emails]) =>
    twice(emails, ['audiences', audience]),
  ),
  ...twice(settings.operations.email, ['operations', 'email']),
  ...sameNames(settings, 'alerts'),
  ...sameNames(settings, 'digests'),
  ...sameNames(settings, 'webhooks'),
  ...sameQueues(settings),
]
