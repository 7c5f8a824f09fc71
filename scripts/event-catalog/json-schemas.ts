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

type SharedSchemas = { events: Record<EventName, JsonSchema>; shared: Record<string, JsonSchema> }

/**
 * The schemas of all events for a document that keeps shared parts in one place.
 * @param target the dialect: AsyncAPI has draft 7
 * @param place where references to shared parts point, e.g. `#/components/schemas/`
 */
export const sharedEventSchemas = (
  target: 'draft-7' | 'draft-2020-12',
  place: string,
): SharedSchemas => {
  const all = z.object(Object.fromEntries(eventNames.map((name) => [name, eventSchema(name)])))
  const kept = target === 'draft-7' ? 'definitions' : '$defs'
  const document = z.toJSONSchema(all, { io: 'input', target, override })
  const text = JSON.stringify(document).replaceAll(`"#/${kept}/`, `"${place}`)
  const { properties, [kept]: shared } = JSON.parse(text)
  return { events: properties, shared }
}

/**
 * The JSON Schema of any event, draft 2020-12: each type under its name in `$defs`, beside the parts
 * that types share. `type` says which it is.
 */
export const anyEventJsonSchema = () => {
  const { events, shared } = sharedEventSchemas('draft-2020-12', '#/$defs/')
  const described = eventNames.map((name) => [
    name,
    { title: `attendance.${name}`, description: eventMeanings[name], ...events[name] },
  ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:attendance-events:any',
    title: 'Any event of attendance-events',
    oneOf: eventNames.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: { ...Object.fromEntries(described), ...shared },
  }
}
