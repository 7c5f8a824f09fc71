import { readdir } from 'node:fs/promises'
import specs from '@asyncapi/specs'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { eventNames, eventSchema } from '../../lib/attendance/events/events.ts'
import { asyncApiDocument } from '../../scripts/event-catalog/asyncapi.ts'
import { publishedExamples } from '../../scripts/event-catalog/examples.ts'
import { anyEventJsonSchema, eventJsonSchema } from '../../scripts/event-catalog/json-schemas.ts'

const docs = new URL('../../docs/', import.meta.url)
const made = publishedExamples()

const validatorOf = (schema: object) => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

describe('the event catalog', () => {
  test('has one schema for each type and no other', async () => {
    const files = await readdir(new URL('reference/events/', docs))
    expect(files.toSorted()).toEqual(eventNames.map((name) => `${name}.schema.json`).toSorted())
  })
})

describe.each(eventNames)('%s', (name) => {
  const { event, attributes } = made[name]
  const validate = validatorOf(eventJsonSchema(name))

  test('its example is valid by its JSON Schema and by the schema that types the code', () => {
    expect(validate(event), JSON.stringify(validate.errors)).toBe(true)
    expect(eventSchema(name).parse(event)).toEqual(event)
    expect(attributes['type']).toBe(event['type'])
  })

  test('its schema stays open to new fields and refuses another type, or no data', () => {
    expect(validate({ ...event, traceparent: '00-0' })).toBe(true)
    expect(validate({ ...event, type: 'attendance.other' })).toBe(false)
    expect(validate({ ...event, time: 'yesterday' })).toBe(false)
    expect(validate({ ...event, data: {} })).toBe(false)
  })
})

describe('the schema of any event', () => {
  const validate = validatorOf(anyEventJsonSchema())

  test.each(eventNames)('takes %s, and not as another type', (name) => {
    const { event } = made[name]
    expect(validate(event), JSON.stringify(validate.errors)).toBe(true)
    const other = eventNames.find((each) => each !== name)
    expect(validate({ ...event, type: `attendance.${other}` })).toBe(false)
  })

  test('takes no event of a type that is not published', () => {
    expect(validate({ ...made['clocked-in'].event, type: 'attendance.other' })).toBe(false)
  })
})

describe('the AsyncAPI document', () => {
  const document: ReturnType<typeof asyncApiDocument> = JSON.parse(
    JSON.stringify(asyncApiDocument(made)),
  )

  test('is valid AsyncAPI 3.0', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const schema: object = specs.schemasWithoutId['3.0.0']
    const validate = ajv.compile(schema)
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
  })

  test('refers only to what it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
    const resolved = references.map(([, path = '']) =>
      path.split('/').reduce((at: unknown, key) => Object(at)[key], document),
    )
    expect(references.length).toBeGreaterThan(eventNames.length)
    expect(resolved.filter((target) => target === undefined)).toEqual([])
  })

  test.each(eventNames)('describes the message and the attributes of %s', (name) => {
    const ajv = new Ajv({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'catalog')
    const payload = ajv.compile({ $ref: `catalog#/components/schemas/${name}` })
    const headers = ajv.compile({ $ref: `catalog#/components/messages/${name}/headers` })
    const { event, attributes } = made[name]
    expect(payload(event), JSON.stringify(payload.errors)).toBe(true)
    expect(headers(attributes), JSON.stringify(headers.errors)).toBe(true)
    expect(headers({ ...attributes, baseline: 'maybe' })).toBe(false)
    expect(Object.keys(document.channels.attendanceEvents.messages)).toContain(name)
  })
})
