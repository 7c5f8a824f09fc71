import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { readApiRoutes } from '../../lib/read-api/routes.ts'
import { readApiText } from '../../scripts/read-api-reference/openapi.ts'
import { absence, amina, anEvent, clocking } from '../alerts/support/events.ts'
import { aState, aTrackedClocking } from '../harness/builders.ts'
import { test } from './support/read-test.ts'

type Operation = { parameters: { name: string }[]; responses: Record<string, unknown> }
const { paths } = JSON.parse(readApiText()) as { paths: Record<string, Record<string, Operation>> }

const validatorOf = (component: string) => {
  const ajv = new Ajv2020({ strict: false, discriminator: false })
  addFormats.default(ajv)
  ajv.addSchema(JSON.parse(readApiText()), 'read-api')
  return ajv.compile({ $ref: `read-api#/components/schemas/${component}` })
}

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(readApiText()))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('the document has every route, and every parameter that one takes', async ({ start }) => {
  const { get } = await start()
  for (const route of readApiRoutes) {
    const path = route.replace('GET ', '')
    const operation = paths[path]?.['get']
    const { body } = await get(`${path.replace('{id}', amina.id)}?unknown=1`)
    const names = operation?.parameters.map(({ name }) => name).filter((name) => name !== 'id')
    expect(body.detail).toBe(`there is no parameter unknown: allowed are ${names?.join(', ')}`)
    expect(Object.keys(operation?.responses ?? {})).toContain('400')
  }
})

test('answers and problems are as the document says', async ({ start }) => {
  const world = await start()
  const clockings = {
    [clocking.id]: aTrackedClocking({ start: clocking.start, end: null, breaks: [] }),
  }
  await world.save([aState({ clockings })])
  await world.append(anEvent('clocked-in', { clocking }), anEvent('absence-started', { absence }))
  for (const [path, component] of [
    ['/events', 'Events'],
    ['/presence', 'PresenceOfPeople'],
    [`/employees/${amina.id}`, 'EmployeeWithHistory'],
    ['/presence?at=2020-01-01T00:00:00Z', 'Problem'],
    ['/events?after=x', 'Problem'],
  ] as const) {
    const isValid = validatorOf(component)
    const { body } = await world.get(path)
    expect(isValid(body), `${path}: ${JSON.stringify(isValid.errors)}`).toBe(true)
  }
  const isEvents = validatorOf('Events')
  expect(isEvents({ events: [{ type: 'attendance.clocked-in' }], cursor: '', isMore: true })).toBe(
    false,
  )
})
