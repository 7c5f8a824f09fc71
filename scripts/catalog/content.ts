import { type EventName, eventMeanings, eventNames } from '../../lib/attendance/events/events.ts'
import { asyncApiDocument } from '../event-catalog/asyncapi.ts'
import { type PublishedExample, publishedExamples } from '../event-catalog/examples.ts'
import { eventJsonSchema } from '../event-catalog/json-schemas.ts'

/**
 * What builds the catalog. Nothing of the project needs it, so it is installed where the catalog is. From 5.0.0 on it is
 * not under the MIT License; and `@eventcatalog/generator-asyncapi` works only with a key that is bought.
 */
export const catalogPackages = {
  dependencies: { '@eventcatalog/core': '3.48.4' },
  // Newer ones need a package that not every registry has.
  overrides: { '@scalar/api-reference-react': '0.9.74' },
} as const

const service = 'attendance-events'
const channel = 'sns'
const specification = 'attendance-events.asyncapi.json'

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A page: JSON is YAML, too. */
const page = (facts: object, ...parts: string[]): string =>
  [`---\n${jsonText(facts)}---`, ...parts].join('\n\n').concat('\n')

/** The number of an event's schema. */
const versionOf = ({ event }: PublishedExample): string =>
  String(event['dataschema']).split(':').at(-1) ?? '1'

/** The schema of an event without what refers to itself, any JSON, on which EventCatalog goes round for ever. */
const schemaText = (name: EventName): string => {
  const schema = eventJsonSchema(name)
  const definitions = Object.entries(schema.$defs ?? {}).map(([key, definition]) => {
    const isRecursive = JSON.stringify(definition).includes(`"#/$defs/${key}"`)
    return [key, isRecursive ? { description: 'Any JSON' } : definition]
  })
  return jsonText({ ...schema, $defs: Object.fromEntries(definitions) })
}

const eventFiles = (name: EventName, example: PublishedExample): [string, string][] => {
  const folder = `services/${service}/events/${name}`
  const facts = {
    id: `attendance.${name}`,
    name,
    version: versionOf(example),
    summary: eventMeanings[name],
    schemaPath: 'schema.json',
  }
  const text = `## An example\n\n\`\`\`json\n${jsonText(example.event)}\`\`\``
  return [
    [`${folder}/index.mdx`, page(facts, '<SchemaViewer file="schema.json" />', text)],
    [`${folder}/schema.json`, schemaText(name)],
  ]
}

const configuration = {
  title: 'Attendance events',
  organizationName: service,
  // It would make one up for each build.
  cId: '00000000-0000-4000-8000-000000000000',
}

/** The folder of a catalog: each text by its path, from what types the code, as the AsyncAPI document is. */
export const catalogContent = (): ReadonlyMap<string, string> => {
  const examples = publishedExamples()
  const document = asyncApiDocument(examples)
  const { title, version, description } = document.info
  const { attendanceEvents } = document.channels
  const to = [{ id: channel, version }]
  const sends = eventNames.map((name) => ({
    id: `attendance.${name}`,
    version: versionOf(examples[name]),
    to,
  }))
  const specifications = [{ type: 'asyncapi', path: specification, name: 'AsyncAPI' }]
  const serviceFacts = { id: service, name: title, version, summary: description }
  const channelFacts = { id: channel, name: attendanceEvents.title, version, protocols: ['sns'] }
  return new Map([
    ['package.json', jsonText({ private: true, type: 'module', ...catalogPackages })],
    ['eventcatalog.config.js', `export default ${jsonText(configuration)}`],
    [
      `services/${service}/index.mdx`,
      page({ ...serviceFacts, sends, specifications }, '<NodeGraph />'),
    ],
    [`services/${service}/${specification}`, jsonText(document)],
    [`channels/${channel}/index.mdx`, page(channelFacts, attendanceEvents.description)],
    ...eventNames.flatMap((name) => eventFiles(name, examples[name])),
  ])
}
