import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as z from 'zod'

/** As much of JSON Schema as requests are generated from. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const Schema: z.ZodType<Schema> = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: Schema }))
const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.object({ name: z.string(), schema: Schema })).default([]),
  requestBody: z.object({ required: z.boolean(), content: Content }),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
})
const methods = ['post', 'put'] as const
const PathItem = z.strictObject({
  servers: z.unknown().optional(),
  post: Operation.optional(),
  put: Operation.optional(),
})
const Document = z.object({
  paths: z.record(z.string(), PathItem),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
})

/** One operation of an OpenAPI document, with what its answers must be like. */
export type Operation = {
  id: string
  method: string
  path: string
  parameters: { name: string; schema: Schema }[]
  isOpen: boolean
  request: { isRequired: boolean; mediaType: string; schema: Schema; fits: ValidateFunction }
  /** By status, or `default`; null where nothing is said of the body. */
  answers: Map<string, { mediaType: string; fits: ValidateFunction } | null>
}

export type ApiDocument = { operations: Operation[]; resolve: (schema: Schema) => Schema }

/** The one media type that the documents of this project name for a body. */
const onlyContent = (content: z.infer<typeof Content>) => {
  const [entry, ...others] = Object.entries(content)
  if (entry === undefined || others.length > 0) throw new Error('not one media type')
  return { mediaType: entry[0], schema: entry[1].schema }
}

const validator = (document: object) => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
  ajv.addSchema(document, 'api')
  return (schema: Schema): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))
}

/**
 * Reads an OpenAPI 3.1 document.
 * @throws where it holds what this does not understand, so that nothing goes untested
 */
export const readDocument = (json: unknown): ApiDocument => {
  const { paths, components } = Document.parse(json)
  const fitting = validator(z.object({}).loose().parse(json))
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): Operation[] => {
      const described = item[method]
      if (described === undefined) return []
      const body = onlyContent(described.requestBody.content)
      const answers = Object.entries(described.responses).map(([status, { content }]) => {
        if (content === undefined) return [status, null] as const
        const { mediaType, schema } = onlyContent(content)
        return [status, { mediaType, fits: fitting(schema) }] as const
      })
      const operation = {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: described.parameters,
        isOpen: described.security?.length === 0,
        request: {
          ...body,
          isRequired: described.requestBody.required,
          fits: fitting(body.schema),
        },
        answers: new Map(answers),
      }
      return [operation]
    }),
  )
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema
    const name = schema.$ref.replace('#/components/schemas/', '')
    const found = components.schemas[name]
    if (found === undefined) throw new Error(`there is no schema ${schema.$ref}`)
    return found
  }
  return { operations, resolve }
}
