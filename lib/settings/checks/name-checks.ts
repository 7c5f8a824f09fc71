import { serviceName } from '../../platform/metric-names.ts'
import type { ReadableSettings } from '../reading/readable-settings.ts'
import type { SettingsProblem } from './problem.ts'

/** The longest name of a schedule, in characters. It is the only limit that settings can pass. */
const longestScheduleName = 64

/** What the schedule of a digest is called. */
export const digestScheduleName = (environment: string, digest: string): string =>
  `${serviceName(environment)}-digest-${digest}`

const tooLong = ({ name, digests }: ReadableSettings): SettingsProblem[] =>
  digests.flatMap((digest, index) => {
    if (name === undefined || digest.name === undefined) return []
    const schedule = digestScheduleName(name, digest.name)
    const excess = schedule.length - longestScheduleName
    if (excess <= 0) return []
    const message = `must be ${excess} shorter: its schedule ${schedule} would have ${schedule.length} characters, and AWS takes ${longestScheduleName}`
    return [{ path: ['digests', index, 'name'], message }]
  })

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
const sameNames = (settings: ReadableSettings, list: 'alerts' | 'digests'): SettingsProblem[] =>
  settings[list].flatMap(({ name }, index, all) =>
    name === undefined || all.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: [list, index, 'name'], message: `"${name}" is there twice` }],
  )

/** Names that AWS would not take, or that two resources would have. */
export const nameProblems = (settings: ReadableSettings): SettingsProblem[] => [
  ...tooLong(settings),
  ...twice(settings.slack.channels, ['slack', 'channels']),
  ...Object.entries(settings.audiences ?? {}).flatMap(([audience, emails]) =>
    twice(emails, ['audiences', audience]),
  ),
  ...twice(settings.operations.email, ['operations', 'email']),
  ...sameNames(settings, 'alerts'),
  ...sameNames(settings, 'digests'),
]
