import * as z from 'zod'
import { nearest } from '../checks/nearest.ts'
import { Settings } from '../settings.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const below = (schema: JsonSchema, key: PropertyKey): JsonSchema | null => {
  const { properties, items, additionalProperties } = schema
  const own = typeof key === 'string' ? properties?.[key] : items
  return [own, additionalProperties].find(isSchema) ?? null
}

let all: JsonSchema | undefined
/** Made when first asked for: most settings have no key that is none. */
const allSettings = (): JsonSchema => {
  all ??= z.toJSONSchema(Settings, { io: 'input', reused: 'inline' })
  return all
}

/** The paths of settings outside of lists that end with a key, whatever its case. */
const pathsTo = (key: string, schema: JsonSchema, path: readonly string[] = []): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]): string[] => [
    ...(name.toLowerCase() === key.toLowerCase() ? [[...path, name].join('.')] : []),
    ...(isSchema(property) ? pathsTo(key, property, [...path, name]) : []),
  ])

/**
 * The setting that somebody may have meant by one that there is not: one beside it that is spelled
 * like it, or one of its name elsewhere.
 * @param path where the key stands
 */
export const meantSetting = (path: readonly PropertyKey[], key: string): string | null => {
  const root = allSettings()
  let place: JsonSchema | null = root
  for (const each of path) place = place === null ? null : below(place, each)
  const beside = nearest(key, Object.keys(place?.properties ?? {}))
  return beside ?? pathsTo(key, root)[0] ?? null
}
