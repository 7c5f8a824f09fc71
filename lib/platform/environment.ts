import * as z from 'zod'

/** Environment variables that cannot be used. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}

/** Kinds of variables. */
export const text = z.string().min(1)
export const number = z.coerce.number().positive()
export const json = z.string().transform((value, context): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

/**
 * Reads a function's variables.
 * @throws {EnvironmentError} that names each variable which is missing or unusable
 */
export const readEnvironment = <T>(
  schema: z.ZodType<T>,
  variables: Record<string, string | undefined>,
): T => {
  const read = schema.safeParse(variables)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new EnvironmentError(`Environment variables: ${problems.join('; ')}`)
}

/** A text for each variable; those that the schema can do without may be missing. */
export type Variables<Schema extends z.ZodObject> = {
  [Name in keyof z.infer<Schema>]: undefined extends z.infer<Schema>[Name]
    ? string | undefined
    : string
}
