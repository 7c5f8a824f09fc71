import { type EventName, eventMeanings, eventNames } from '../../lib/attendance/events/events.ts'
import type { PublishedExample } from './examples.ts'
import { sharedEventSchemas } from './json-schemas.ts'

const schemasPlace = '#/components/schemas/'

/** The SNS message attributes of one type of event; SNS knows them as strings. */
const headersOf = (name: EventName, example: PublishedExample) => ({
  type: 'object',
  properties: {
    type: { const: `attendance.${name}` },
    employeeId: { type: 'string', format: 'uuid', description: 'As `subject`' },
    baseline: { enum: ['true', 'false'], description: 'Whether it was so before the first run' },
    ...(example.attributes['absenceType'] !== undefined && {
      absenceType: {
        type: 'string',
        description: 'The `$type` of the absence; left out where `privacy.absences` is `opaque`',
        examples: ['Sickness', 'Toil', 'Holiday', 'Other'],
      },
    }),
  },
  required: ['type', 'employeeId', 'baseline'],
})

const messageOf = (name: EventName, example: PublishedExample) => ({
  name: `attendance.${name}`,
  title: name,
  summary: eventMeanings[name],
  contentType: 'application/cloudevents+json',
  headers: headersOf(name, example),
  payload: { $ref: `${schemasPlace}${name}` },
  examples: [{ name, headers: example.attributes, payload: example.event }],
})

const byName = <Value>(make: (name: EventName) => Value): Record<string, Value> =>
  Object.fromEntries(eventNames.map((name) => [name, make(name)]))

/** The topic and everything that is published on it, as an AsyncAPI 3.0 document. */
export const asyncApiDocument = (examples: Record<EventName, PublishedExample>) => {
  const { events, shared } = sharedEventSchemas('draft-7', schemasPlace)
  const channel = '#/channels/attendanceEvents'
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Attendance events',
      version: '1.0.0',
      description:
        'Who clocked in and out, took a break, is absent, joined and left: CloudEvents 1.0 in ' +
        'structured JSON, one for each message of an SNS topic, at least once.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      attendanceEvents: {
        address: null,
        title: 'The SNS topic',
        description:
          'The ARN differs by environment. Headers are SNS message attributes, for filter policies.',
        messages: byName((name) => ({ $ref: `#/components/messages/${name}` })),
      },
    },
    operations: {
      publishAttendanceEvents: {
        action: 'send',
        summary: 'What changed is published after every poll.',
        channel: { $ref: channel },
        messages: eventNames.map((name) => ({ $ref: `${channel}/messages/${name}` })),
      },
    },
    components: {
      messages: byName((name) => messageOf(name, examples[name])),
      schemas: { ...events, ...shared },
    },
  }
}
