import * as z from 'zod'
import { allowedOf, isSchema, type JsonSchema, keepRules, typeOf, waysOf } from './wording.ts'

/** One setting, as the reference shows it. */
export type SettingRow = {
  /** `polling.lookbackHours`; `[]` stands for an element of a list, `<name>` for one of a record. */
  path: string
  type: string
  isRequired: boolean
  /** As JSON; undefined where there is none. */
  fallback: string | undefined
  allowed: string
  meaning: string
}

/** The settings of one group, in order. */
export type SettingGroup = { path: string; meaning: string; rows: SettingRow[] }

const isGroup = (schema: JsonSchema): boolean => schema.properties !== undefined

const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, property]): [string, JsonSchema][] =>
    isSchema(property) && key !== '$schema' ? [[key, property]] : [],
  )

/** What the elements of a list, or the values of a record, look like. */
const elementsOf = (path: string, { items, additionalProperties }: JsonSchema) => [
  ...(isSchema(items) && !Array.isArray(items) ? [{ path: `${path}[]`, schema: items }] : []),
  ...(isSchema(additionalProperties)
    ? [{ path: `${path}.<name>`, schema: additionalProperties }]
    : []),
]

const groupsBelow = (path: string, schema: JsonSchema): SettingRow[] =>
  waysOf(schema).flatMap((way) =>
    isGroup(way)
      ? rowsIn(path, way)
      : elementsOf(path, way).flatMap((element) => groupsBelow(element.path, element.schema)),
  )

const rowsOf = (path: string, schema: JsonSchema, isRequired: boolean): SettingRow[] => {
  if (isGroup(schema)) return rowsIn(path, schema)
  const row = {
    path,
    type: typeOf(schema),
    isRequired,
    fallback: JSON.stringify(schema.default),
    allowed: allowedOf(schema),
    meaning: schema.description ?? '',
  }
  return [row, ...groupsBelow(path, schema)]
}

const rowsIn = (path: string, schema: JsonSchema): SettingRow[] =>
  propertiesOf(schema).flatMap(([key, property]) =>
    rowsOf(path === '' ? key : `${path}.${key}`, property, schema.required?.includes(key) === true),
  )

/**
 * Every setting of a schema, in groups: those that stand alone, then each object at the top
 * with all that lies below it.
 */
export const settingGroups = (settings: z.ZodObject): SettingGroup[] => {
  const schema: JsonSchema = z.toJSONSchema(settings, {
    io: 'input',
    reused: 'inline',
    override: keepRules,
  })
  const properties = propertiesOf(schema)
  const isRequired = (key: string) => schema.required?.includes(key) === true
  const alone = properties.filter(([, property]) => !isGroup(property))
  const groups = properties.filter(([, property]) => isGroup(property))
  return [
    {
      path: '',
      meaning: schema.description ?? '',
      rows: alone.flatMap(([key, property]) => rowsOf(key, property, isRequired(key))),
    },
    ...groups.map(([path, property]) => ({
      path,
      meaning: property.description ?? '',
      rows: rowsIn(path, property),
    })),
  ]
}
