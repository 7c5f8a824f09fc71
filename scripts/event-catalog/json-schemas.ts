import * as z from 'zod'
import {
  dataschemaOf,
  type EventName,
  eventMeanings,
  eventNames,
  eventSchema,
} from '../../lib/attendance/events/events.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Formats of zod that are looser than JSON Schema's: an offset or zone may be missing. */
const looserFormats = ['datetime', 'time']

const override: NonNullable<z.core.ToJSONSchemaParams['override']> = ({
  zodSchema,
  jsonSchema,
}) => {
  const { def } = zodSchema._zod
  if ('format' in def && looserFormats.includes(String(def.format))) delete jsonSchema.format
  // What a format says need not be said again by a pattern that fills a screen.
  if (jsonSchema.format !== undefined || jsonSchema.description?.includes('date-time'))
    delete jsonSchema.pattern
  // What JavaScript can count to is no rule of an event.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema.minimum
    delete jsonSchema.maximum
  }
  delete jsonSchema.id
}

/**
 * The JSON Schema of one type of event, draft 2020-12. Objects stay open: a compatible change
 * adds fields, which consumers ignore until they know them.
 */
export const eventJsonSchema = (name: EventName) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: dataschemaOf(name),
  title: `attendance.${name}`,
  description: eventMeanings[name],
  ...z.toJSONSchema(eventSchema(name), { io: 'input', override }),
})

/**
 * The schemas of all events for a document that keeps shared parts in one place: draft 7, the
 * dialect of AsyncAPI.
 * @param place where references to shared parts point, e.g. `#/components/schemas/`
 */
export const sharedEventSchemas = (
  place: string,
): { events: Record<EventName, JsonSchema>; shared: Record<string, JsonSchema> } => {
  const all = z.object(Object.fromEntries(eventNames.map((name) => [name, eventSchema(name)])))
  const document = z.toJSONSchema(all, { io: 'input', target: 'draft-7', override })
  const text = JSON.stringify(document).replaceAll('"#/definitions/', `"${place}`)
  const { properties, definitions } = JSON.parse(text)
  return { events: properties, shared: definitions }
}
