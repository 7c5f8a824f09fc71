import {
  type EventName,
  eventData,
  eventMeanings,
  eventNames,
} from '../../lib/attendance/events/events.ts'
import type { PublishedExample } from './examples.ts'
import { catalogFacts, filterPolicies } from './facts.ts'
import { guide } from './guide.ts'

const fenced = (json: unknown, space?: number): string =>
  `\`\`\`json\n${JSON.stringify(json, null, space)}\n\`\`\``

const common = ['employee', 'observed']

const carries = (name: EventName): string =>
  Object.keys(eventData[name].shape)
    .filter((key) => !common.includes(key))
    .map((key) => `\`${key}\``)
    .join(', ')

const row = (name: EventName): string => {
  const { time, id } = catalogFacts[name]
  const cells = [`[\`${name}\`](#${name})`, eventMeanings[name], time, id, carries(name)]
  return `| ${cells.join(' | ')} |`
}

const table = (): string =>
  [
    '## Types',
    '',
    'Each type is named with `attendance.` in front. `data` has `employee` and `observed` besides.',
    '',
    '| type | when | `time` is | `id` is derived from | `data` carries |',
    '|---|---|---|---|---|',
    ...eventNames.map(row),
  ].join('\n')

const policies = (): string =>
  filterPolicies.map(({ purpose, policy }) => `${purpose}:\n\n${fenced(policy)}`).join('\n\n')

const example = (name: EventName, { event }: PublishedExample): string =>
  [
    `### ${name}`,
    '',
    `${eventMeanings[name]} [Schema](reference/events/${name}.schema.json)`,
    '',
    fenced(event, 2),
  ].join('\n')

/** The event catalog for readers, `docs/events.md`. */
export const catalogPage = (examples: Record<EventName, PublishedExample>): string =>
  `${[
    guide.opening,
    guide.envelope,
    table(),
    guide.consuming,
    guide.attributes,
    policies(),
    guide.privacy,
    '## Examples\n\nMade by the code that makes them in production, with the default settings.',
    ...eventNames.map((name) => example(name, examples[name])),
  ].join('\n\n')}\n`
