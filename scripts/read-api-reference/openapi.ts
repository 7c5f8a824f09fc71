import * as z from 'zod'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { EventsAnswer, OneEmployeeAnswer, PresenceAnswer } from '../../lib/read-api/answers.ts'
import { type ProblemStatus, ReadApiProblem } from '../../lib/read-api/problem.ts'
import {
  EmployeePath,
  EmployeeQuery,
  EventsQuery,
  PresenceQuery,
} from '../../lib/read-api/requests.ts'
import { type ReadApiRoute, readApiRoutes } from '../../lib/read-api/routes.ts'
import { sharedEventSchemas } from '../event-catalog/json-schemas.ts'

const place = '#/components/schemas/'

const answers = {
  Events: EventsAnswer,
  PresenceOfPeople: PresenceAnswer,
  EmployeeWithHistory: OneEmployeeAnswer,
  Problem: ReadApiProblem,
}
type AnswerName = keyof typeof answers

/** Any event: which one, its `type` says. */
const anyEvent = {
  description: 'An event as it was published',
  oneOf: eventNames.map((name) => ({ $ref: `${place}${name}` })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      eventNames.map((name) => [`attendance.${name}`, `${place}${name}`]),
    ),
  },
}

const schemas = (): Record<string, unknown> => {
  const { $defs } = z.toJSONSchema(z.object(answers), {
    unrepresentable: 'any',
    io: 'input',
    override: ({ jsonSchema }) => {
      // The format says it; its pattern fills a screen.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
      }
      delete jsonSchema.id
    },
  })
  const { events, shared } = sharedEventSchemas('draft-2020-12', place)
  const own = JSON.parse(JSON.stringify($defs).replaceAll('"#/$defs/', `"${place}`))
  return { ...own, ...shared, ...events, Event: anyEvent }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const parameters = (schema: z.ZodObject, where: 'path' | 'query') => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'output' })
  return Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, { description, pattern: _pattern, ...each }]) => ({
      name,
      in: where,
      required: where === 'path',
      description,
      // Several types stand in one parameter, with commas, or each in one of its own.
      ...(each.type === 'array' && { style: 'form', explode: false }),
      schema: each,
    }),
  )
}

type Description = {
  operationId: string
  summary: string
  parameters: object[]
  answer: AnswerName
  problems: readonly ProblemStatus[]
}

const descriptions: Record<ReadApiRoute, Description> = {
  'GET /events': {
    operationId: 'getEvents',
    summary: 'What was published after a cursor; nothing is left out, whoever writes meanwhile',
    parameters: parameters(EventsQuery, 'query'),
    answer: 'Events',
    problems: [400, 410, 413, 503],
  },
  'GET /presence': {
    operationId: 'getPresence',
    summary: 'Who is in, on a break, or absent: now, or at a past moment',
    parameters: parameters(PresenceQuery, 'query'),
    answer: 'PresenceOfPeople',
    problems: [400, 410, 413, 503],
  },
  'GET /employees/{id}': {
    operationId: 'getEmployee',
    summary: 'What is known of somebody, and what was published of them, newest first',
    parameters: [...parameters(EmployeePath, 'path'), ...parameters(EmployeeQuery, 'query')],
    answer: 'EmployeeWithHistory',
    problems: [400, 404, 413, 503],
  },
}

const meanings: Record<ProblemStatus, string> = {
  400: 'A parameter cannot be used; `detail` says what is allowed.',
  404: 'Nobody of that id is watched.',
  410: 'What is asked for is no longer kept as a whole.',
  413: 'It is too much for one answer; `detail` says what of it to ask for.',
  503: 'Something that it is about cannot be read; operators are alarmed.',
}

const operation = ({ problems, answer, ...rest }: Description) => ({
  ...rest,
  responses: {
    200: {
      description: 'The answer.',
      content: { 'application/json': { schema: { $ref: `${place}${answer}` } } },
    },
    ...Object.fromEntries(
      problems.map((status) => [
        status,
        {
          description: meanings[status],
          content: { 'application/problem+json': { schema: { $ref: `${place}Problem` } } },
        },
      ]),
    ),
  },
})

/** The read API as an OpenAPI 3.1 document, made from the schemas that it validates by. */
export const readApiDocument = () => ({
  openapi: '3.1.1',
  info: {
    title: 'Attendance events: read API',
    version: '1.0',
    description: 'What was published, who is in, and what is known of somebody. For reading alone.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [
    {
      url: 'https://{api}.execute-api.{region}.amazonaws.com',
      description: 'The output ReadApiUrl of an environment',
      variables: { api: { default: 'api' }, region: { default: 'eu-west-1' } },
    },
  ],
  security: [{ sigv4: [] }],
  paths: Object.fromEntries(
    readApiRoutes.map((route) => {
      const [method = '', path = ''] = route.split(' ')
      return [path, { [method.toLowerCase()]: operation(descriptions[route]) }]
    }),
  ),
  components: {
    schemas: schemas(),
    securitySchemes: {
      sigv4: {
        type: 'apiKey',
        name: 'Authorization',
        in: 'header',
        description: 'AWS Signature Version 4, of the service execute-api',
        'x-amazon-apigateway-authtype': 'awsSigv4',
      },
    },
  },
})

/** The document as its file has it. */
export const readApiText = (): string => `${JSON.stringify(readApiDocument(), null, 2)}\n`
