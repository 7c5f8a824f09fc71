import type { HonoRequest } from 'hono'
import type * as z from 'zod'
import { type FieldErrors, invalidField, invalidFields } from './problems.ts'

/** The key of `errors` for what is wrong with a body as a whole. */
const wholeBody = 'body'

const jsonMediaType = /^application\/json\s*(?:;|$)/i

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidField(wholeBody, 'Must be JSON')
  }
}

/**
 * The JSON of a request; undefined where it has no body.
 * @throws ProblemAnswer 422 where the body is not JSON, or declared as something else
 */
const readJson = async (request: HonoRequest): Promise<unknown> => {
  const text = await request.text()
  if (text === '') return undefined
  const mediaType = request.header('Content-Type')
  if (mediaType !== undefined && !jsonMediaType.test(mediaType))
    throw invalidField(wholeBody, 'Must be sent with the Content-Type application/json')
  return parseJson(text)
}

const errorsOf = (error: z.ZodError): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.') || wholeBody
    errors[path] = [...(errors[path] ?? []), issue.message]
  }
  return errors
}

/**
 * Checks a value by a schema.
 * @throws ProblemAnswer 422 with `errors` keyed by field path
 */
export const checkedValue = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (value === undefined) throw invalidField(wholeBody, 'A JSON body is required')
  throw invalidFields(errorsOf(parsed.error))
}

/**
 * Reads and checks the body of a request.
 * @throws ProblemAnswer 422 where it is not JSON or breaks the schema
 */
export const readBody = async <Schema extends z.ZodType>(
  request: HonoRequest,
  schema: Schema,
): Promise<z.infer<Schema>> => checkedValue(schema, await readJson(request))

/** As {@link readBody}, unchecked: for a schema that needs more than the body. */
export const readUncheckedBody = readJson
