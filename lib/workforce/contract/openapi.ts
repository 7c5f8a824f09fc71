import { type ComponentName, openApiSchemas } from './openapi-schemas.ts'
import { type OperationName, operations, tokenPath } from './operations.ts'
import { type ProblemFragment, problemTypes } from './problem.ts'

const content = (name: ComponentName, mediaType = 'application/json') => ({
  [mediaType]: { schema: { $ref: `#/components/schemas/${name}` } },
})

const problem = (fragment: ProblemFragment) => ({
  description: `${problemTypes[fragment].title} (\`#${fragment}\`).`,
  ...(fragment === 'token-expired' && {
    headers: {
      'WWW-Authenticate': {
        description: 'The scheme to authenticate with.',
        schema: { type: 'string', examples: ['Bearer'] },
      },
    },
  }),
  content: content(
    fragment === 'field-validation' ? 'FieldValidationProblem' : 'Problem',
    'application/problem+json',
  ),
})

const problemResponses = (fragments: readonly ProblemFragment[]) =>
  Object.fromEntries(
    fragments.map((fragment) => [String(problemTypes[fragment].status), problem(fragment)]),
  )

type Description = {
  tag: string
  operationId: string
  summary: string
  request: ComponentName
  required: boolean
  response: ComponentName
  parameters?: object[]
}

const descriptions: Record<OperationName, Description> = {
  employees: {
    tag: 'Employees',
    operationId: 'listEmployees',
    summary: 'List employees, filtered and sorted, page by page',
    request: 'ListEmployeesRequest',
    required: false,
    response: 'EmployeePage',
  },
  externalReference: {
    tag: 'Employees',
    operationId: 'setExternalReference',
    summary: "Set an employee's external reference, or clear it",
    request: 'ExternalReferenceBody',
    required: true,
    response: 'ExternalReferenceBody',
    parameters: [
      {
        name: 'employeeId',
        in: 'path',
        required: true,
        schema: { type: 'string', format: 'uuid' },
      },
    ],
  },
  clockings: {
    tag: 'Timeclock',
    operationId: 'listClockings',
    summary: "List one employee's clockings that were active in a period, page by page",
    request: 'ListClockingsRequest',
    required: true,
    response: 'ClockingPage',
  },
  absences: {
    tag: 'Absences',
    operationId: 'listAbsences',
    summary: "List one employee's approved absences in a period, page by page",
    request: 'ListAbsencesRequest',
    required: true,
    response: 'AbsencePage',
  },
}

const operation = (name: OperationName) => {
  const { tag, operationId, summary, request, required, response, parameters } = descriptions[name]
  const schema = { $ref: `#/components/schemas/${request}` }
  return {
    tags: [tag],
    operationId,
    summary,
    ...(parameters && { parameters }),
    requestBody: {
      required,
      content: required
        ? content(request)
        : { 'application/json': { schema: { anyOf: [schema, { type: 'null' }] } } },
    },
    responses: {
      200: { description: 'Done.', content: content(response) },
      ...problemResponses(operations[name].problems),
    },
  }
}

const tokenOperation = {
  tags: ['Authentication'],
  operationId: 'requestToken',
  summary: 'Exchange client credentials for an access token',
  security: [],
  requestBody: {
    required: true,
    content: content('TokenRequest', 'application/x-www-form-urlencoded'),
  },
  responses: {
    200: { description: 'A token, valid for an hour.', content: content('TokenResponse') },
    default: { description: 'No token. The shape of this answer is not specified.' },
  },
}

/** Where a Workforce API is, and where its tokens are issued. */
export type ApiAddresses = { baseUrl: string; authUrl: string }

const examples: ApiAddresses = {
  baseUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
}

const server = (name: string, description: string, url: string, isKnown: boolean) =>
  isKnown
    ? { url, description }
    : { url: `{${name}}`, description, variables: { [name]: { default: url } } }

/**
 * The Workforce API (spec sections 2 to 8) as an OpenAPI 3.1 document, made from its schemas.
 * @param addresses of the API that it describes; without them, whoever reads it fills them in
 */
export const openApiDocument = (addresses: ApiAddresses = examples) => ({
  openapi: '3.1.1',
  info: {
    title: 'Workforce Customer API',
    version: '1.0',
    description: "One organisation's employees, clockings and approved absences.",
  },
  servers: [server('base_url', 'The service', addresses.baseUrl, addresses !== examples)],
  security: [{ oauth2: [] }, { bearer: [] }],
  tags: ['Employees', 'Timeclock', 'Absences', 'Authentication'].map((name) => ({ name })),
  paths: {
    ...Object.fromEntries(
      (Object.keys(descriptions) as OperationName[]).map((name) => [
        operations[name].path,
        { [operations[name].method.toLowerCase()]: operation(name) },
      ]),
    ),
    [tokenPath]: {
      servers: [
        server(
          'auth_url',
          'The service that issues tokens',
          addresses.authUrl,
          addresses !== examples,
        ),
      ],
      post: tokenOperation,
    },
  },
  components: {
    schemas: openApiSchemas(),
    securitySchemes: {
      oauth2: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: `${addresses.authUrl}${tokenPath}`, scopes: {} },
        },
      },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
})

/** The document as its file has it. */
export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`
