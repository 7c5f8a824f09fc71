import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { catalogContent, catalogPackages } from '../../scripts/catalog/content.ts'

const content = catalogContent()
const facts = (path: string): Record<string, unknown> => {
  const [, front = ''] = /^---\n(.*?)\n---\n/s.exec(content.get(path) ?? '') ?? []
  return JSON.parse(front)
}

test('the catalog has a page and a schema of each event, and every version of them that is sent', () => {
  const { sends } = facts('services/attendance-events/index.mdx')
  expect(sends).toEqual(
    eventNames.map((name) => {
      const folder = `services/attendance-events/events/${name}`
      const { id, version, schemaPath } = facts(`${folder}/index.mdx`)
      const schema = JSON.parse(content.get(`${folder}/${schemaPath}`) ?? '')
      expect(schema.properties.type.const).toBe(id)
      return { id, version, to: [{ id: 'sns', version: '1.0.0' }] }
    }),
  )
})

test('no schema in the catalog refers to itself: its build would not end', () => {
  for (const name of eventNames) {
    const path = `services/attendance-events/events/${name}/schema.json`
    const { $defs } = JSON.parse(content.get(path) ?? '')
    for (const [key, definition] of Object.entries($defs))
      expect(JSON.stringify(definition), `${name}: ${key}`).not.toContain(`"#/$defs/${key}"`)
  }
})

test('the catalog has the AsyncAPI document of the references', () => {
  const path = '../../docs/reference/attendance-events.asyncapi.json'
  const document = readFileSync(new URL(path, import.meta.url), 'utf8')
  expect(content.get('services/attendance-events/attendance-events.asyncapi.json')).toBe(document)
})

test('what builds the catalog is of exact versions', () => {
  const { dependencies, overrides } = catalogPackages
  for (const version of Object.values({ ...dependencies, ...overrides }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})
