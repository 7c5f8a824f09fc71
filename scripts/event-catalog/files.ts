import { eventNames } from '../../lib/attendance/events/events.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { publishedExamples } from './examples.ts'
import { anyEventJsonSchema, eventJsonSchema } from './json-schemas.ts'
import { catalogPage } from './page.ts'

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The generated files of the event catalog: each text by its path below `docs/`. */
export const eventCatalogFiles = (): Record<string, string> => {
  const made = publishedExamples()
  return {
    'events.md': catalogPage(made),
    'reference/any-event.schema.json': jsonText(anyEventJsonSchema()),
    'reference/attendance-events.asyncapi.json': jsonText(asyncApiDocument(made)),
    ...Object.fromEntries(
      eventNames.map((name) => [
        `reference/events/${name}.schema.json`,
        jsonText(eventJsonSchema(name)),
      ]),
    ),
  }
}
