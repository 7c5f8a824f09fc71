import type * as z from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Where the words of a check are kept that JSON Schema cannot express. */
const ruleKey = 'x-rule'

export const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === 'object' && schema !== null

/** The schemas of which one must hold. */
export const waysOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).filter(isSchema)

const wordsOf = (check: z.core.$ZodCheck<never>): string[] => {
  const error: unknown = check._zod.def.error
  const message: unknown = typeof error === 'function' ? error({ code: 'custom' }) : null
  return typeof message === 'string' ? [message.replace(/^must be /, '')] : []
}

/** Keeps the words of a schema's own checks: `must be an https URL`. */
export const keepRules: NonNullable<z.core.ToJSONSchemaParams['override']> = ({
  zodSchema,
  jsonSchema,
}) => {
  const rules = (zodSchema._zod.def.checks ?? []).flatMap(wordsOf)
  if (rules.length > 0) jsonSchema[ruleKey] = rules.join(', ')
}

/** The kind of value, in JSON's words. */
export const typeOf = (schema: JsonSchema): string => {
  const ways = waysOf(schema)
  if (ways.length > 1) return [...new Set(ways.map(typeOf))].join(' or ')
  if (schema.type === 'array' && isSchema(schema.items)) return `list of ${typeOf(schema.items)}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

const range = (least: number | undefined, most: number | undefined, unit = ''): string[] => {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`]
  if (least !== undefined) return [`${least}${unit} or more`]
  return most === undefined ? [] : [`up to ${most}${unit}`]
}

/** What JavaScript can count to is no rule. */
const told = (bound: number | undefined): number | undefined =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound

const shape = (schema: JsonSchema): string[] => {
  const rule = schema[ruleKey]
  if (typeof rule === 'string') return [rule]
  return [schema.pattern ?? schema.format ?? []].flat().map((word) => `\`${word}\``)
}

/** Which values are allowed; empty where the type says it all. */
export const allowedOf = (schema: JsonSchema): string => {
  const ways = waysOf(schema)
  if (ways.length > 1) return [...new Set(ways.map(allowedOf))].filter(Boolean).join('; ')
  const { enum: values = schema.const === undefined ? [] : [schema.const], items } = schema
  const { exclusiveMinimum: above, minLength, maxLength, minItems, maxItems } = schema
  return [
    ...values.map((value) => `\`${JSON.stringify(value)}\``),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...range(told(schema.minimum), told(schema.maximum)),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' of them'),
    ...shape(schema),
    ...(isSchema(items) ? [allowedOf(items)].filter(Boolean) : []),
  ].join(', ')
}
