/** What is read here of a JSON Schema, as `anyEventJsonSchema` makes it. */
export type SchemaPart = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: SchemaPart[]
  oneOf?: SchemaPart[]
  items?: SchemaPart
  properties?: Record<string, SchemaPart>
  required?: string[]
  additionalProperties?: SchemaPart
  description?: string
}

const plainTypes = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)

/** `clocked-in` → `ClockedIn`; what zod names by a number is any JSON. */
export const typeName = (key: string): string =>
  key.startsWith('__schema')
    ? 'Json'
    : key.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** A comment above what it describes; empty where there is no description. */
export const comment = (description: string | undefined): string =>
  description === undefined ? '' : `/** ${description} */\n`

/** An object's fields, one a line, each with its description. */
export const objectText = ({ properties = {}, required = [] }: SchemaPart): string => {
  const fields = Object.entries(properties).map(([key, part]) => {
    const mark = required.includes(key) ? '' : '?'
    return indented(`\n${comment(part.description)}${key}${mark}: ${typeText(part)}`)
  })
  return `{${fields.join('')}\n}`
}

const union = (parts: string[]): string => [...new Set(parts)].join(' | ')

const objectOrRecord = (part: SchemaPart): string =>
  part.additionalProperties === undefined
    ? objectText(part)
    : `{ [key: string]: ${typeText(part.additionalProperties)} }`

const ofType = (part: SchemaPart, type: string): string => {
  if (type === 'object') return objectOrRecord(part)
  if (type === 'array') return `${inBrackets(typeText(part.items ?? {}))}[]`
  const plain = plainTypes.get(type)
  if (plain === undefined) throw new Error(`No TypeScript type for "${type}" of a JSON Schema`)
  return plain
}

const inBrackets = (text: string): string => (text.includes(' | ') ? `(${text})` : text)

/**
 * The TypeScript type of a part of a JSON Schema.
 * @throws where the part says what is not known here, so that no type says less unnoticed
 */
export const typeText = (part: SchemaPart): string => {
  const { $ref, enum: values, anyOf, oneOf, type } = part
  if ($ref !== undefined) return typeName($ref.split('/').at(-1) ?? '')
  if ('const' in part) return literal(part.const)
  if (values !== undefined) return union(values.map(literal))
  const parts = anyOf ?? oneOf
  if (parts !== undefined) return union(parts.map(typeText))
  if (type === undefined) throw new Error('A part of a JSON Schema has no type')
  return union([type].flat().map((each) => ofType(part, each)))
}
