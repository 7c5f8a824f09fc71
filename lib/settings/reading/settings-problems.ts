import type * as z from 'zod'
import { name } from '../../routing/where.ts'
import { didYouMean, nearest } from '../checks/nearest.ts'
import { meantZone } from '../checks/zones.ts'
import { meantSetting } from './known-settings.ts'

type Issue = z.core.$ZodIssue
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>

const plainKey = /^[\w$-]{1,60}$/

/** A path on one line, whatever the keys of the file are. */
export const pathOf = (keys: readonly PropertyKey[]): string =>
  keys
    .map(String)
    .map((key) => (plainKey.test(key) ? key : JSON.stringify(key.slice(0, 60))))
    .join('.')

const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown => {
  let value = json
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return value
}

/** What the kinds of values are called in docs/settings.md. */
const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}
const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'boolean' ? String(value) : (kinds[typeof value] ?? typeof value)
}

/** What is a credential by its name, wherever it stands. */
const credential = /secret|password|token|client_?id|webhook/i
const isUrl = /^https?:\/\//

/** Those of outside systems have their URLs in the settings; those of Slack are as secret as a password. */
const isOfEndpoints = ({ path }: Issue): boolean => path[0] === 'webhooks'

/** Whether somebody gave what is as secret as a password: whoever has a webhook can post to its channel. */
const holdsWebhooks = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((each) => typeof each === 'string' && isUrl.test(each))

const wrongType = (issue: IssueOf<'invalid_type'>, value: unknown): string => {
  const { expected } = issue
  const wanted = kinds[expected] ?? expected
  if (value === undefined) return `is missing: ${wanted} must be given`
  const given = typeof value === 'number' && expected === 'int' ? 'a fraction' : kindOf(value)
  const isSecret = holdsWebhooks(value) && !isOfEndpoints(issue)
  const where = isSecret ? ': of names; their URLs go into Secrets Manager' : ''
  return `must be ${wanted}, not ${given}${where}`
}

const tooSmall = ({ origin, minimum, inclusive }: IssueOf<'too_small'>): string => {
  if (origin === 'string') return 'must not be empty'
  if (origin === 'array')
    return `must have at least ${minimum === 1 ? 'one entry' : `${minimum} entries`}`
  return inclusive ? `must be ${minimum} or more` : `must be more than ${minimum}`
}

const tooBig = ({ origin, maximum }: IssueOf<'too_big'>): string =>
  origin === 'number' || origin === 'int'
    ? `must be ${maximum} or less`
    : `must have at most ${maximum}`

/** What a type of event begins with on the topic, and not in settings. */
const prefix = /^attendance\./i

const notAllowed = ({ values }: IssueOf<'invalid_value'>, value: unknown): string => {
  const texts = values.filter((each) => typeof each === 'string')
  const meant = typeof value === 'string' ? nearest(value.replace(prefix, ''), texts) : null
  const rule = `must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}`
  return meant === null ? rule : `did you mean "${meant}"? It ${rule}`
}

const wrongFormat = (issue: IssueOf<'invalid_format'>, value: unknown): string => {
  const { format, message } = issue
  if (format === 'email' || /email/.test(message)) return 'must be an email address'
  if (typeof value !== 'string') return message
  if (value.startsWith('#')) return `${message}: write it without the #`
  if (isOfEndpoints(issue)) return message
  if (isUrl.test(value)) return `${message}: a name; its URL goes into Secrets Manager`
  return value.includes('@') ? `${message}: a name of audiences, not an address` : message
}

const problem = (issue: Issue, value: unknown): string => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, value)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return value === undefined ? 'is missing: it must be given' : notAllowed(issue, value)
    case 'invalid_format':
      return wrongFormat(issue, value)
    case 'invalid_key':
      return issue.message.startsWith('Invalid')
        ? (issue.issues[0]?.message ?? issue.message)
        : issue.message
    case 'custom':
      return issue.params?.['of'] === 'time zone' && typeof value === 'string'
        ? `${issue.message}${didYouMean(meantZone(value))}`
        : issue.message
    default:
      return issue.message
  }
}

/** Lists of what has a name. */
const named: readonly PropertyKey[] = ['alerts', 'digests', 'webhooks']

/** What rules, digests and webhooks are called; nothing that is a secret looks so. */
const nameOf = (json: unknown, [list, index]: readonly PropertyKey[]): string | null => {
  if (list === undefined || !named.includes(list)) return null
  return name.safeParse(valueAt(json, [list, index ?? '', 'name'])).data ?? null
}

/** A path, and beside it what the rule, digest or webhook is called that it leads into: `alerts.0.on.1 ("late")`. */
export const namedPath = (json: unknown, path: readonly PropertyKey[]): string => {
  const called = nameOf(json, path)
  const at = pathOf(path) || 'settings'
  return called === null || path.at(-1) === 'name' ? at : `${at} ("${called}")`
}

/**
 * What is wrong with settings, a line for each problem, with its path. Values are not repeated:
 * one of them may be a secret.
 * @param json what was read
 */
export const problemsOf = (issue: Issue, json: unknown): string[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const meant = meantSetting(issue.path, key)
      const otherwise =
        meant === null && credential.test(key) ? ': credentials go into Secrets Manager' : ''
      return `${namedPath(json, [...issue.path, key])}: is not a setting${didYouMean(meant)}${otherwise}`
    })
  return [`${namedPath(json, issue.path)}: ${problem(issue, valueAt(json, issue.path))}`]
}
