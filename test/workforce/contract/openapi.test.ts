import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { openApiDocument, openApiText } from '../../../lib/workforce/contract/openapi.ts'
import { operations } from '../../../lib/workforce/contract/operations.ts'
import { problemTypes } from '../../../lib/workforce/contract/problem.ts'
import { aClocking, anAbsence, anEmployee, aSickness } from '../records.ts'
import { employeeId } from '../service.ts'

const validatorOf = (component: string) => {
  const ajv = new Ajv2020({ strict: false, discriminator: false })
  addFormats.default(ajv)
  ajv.addSchema(JSON.parse(openApiText()), 'workforce')
  return ajv.compile({ $ref: `workforce#/components/schemas/${component}` })
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(openApiText()))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('lists every operation with every problem that it may answer', () => {
    const paths: Record<string, Record<string, { responses: object }>> = JSON.parse(
      openApiText(),
    ).paths
    for (const { path, method, problems } of Object.values(operations)) {
      const statuses = problems.map((name) => String(problemTypes[name].status))
      const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
      expect(Object.keys(responses).toSorted()).toEqual(['200', ...statuses].toSorted())
    }
  })

  test('declares both ways to authenticate, without scopes', () => {
    const { security, components } = openApiDocument()
    expect(security).toEqual([{ oauth2: [] }, { bearer: [] }])
    expect(components.securitySchemes.oauth2.flows.clientCredentials.scopes).toEqual({})
    expect(components.securitySchemes.bearer).toEqual({ type: 'http', scheme: 'bearer' })
  })

  test('has no field that a generated client would require for its default', () => {
    const schemas = JSON.stringify(openApiDocument().components.schemas)
    expect(schemas).not.toContain('"default"')
  })

  test('names the addresses of a service that describes itself', () => {
    const baseUrl = 'http://127.0.0.1:4010'
    const document = openApiDocument({ baseUrl, authUrl: baseUrl })
    expect(document.servers).toEqual([{ url: baseUrl, description: 'The service' }])
    const { tokenUrl } = document.components.securitySchemes.oauth2.flows.clientCredentials
    expect(tokenUrl).toBe(`${baseUrl}/connect/token`)
  })

  test.each([
    ['Employee', anEmployee(), { ...anEmployee(), email: null }],
    ['Clocking', aClocking(), aClocking({ end: undefined, start: 'now' })],
    ['Absence', anAbsence(), anAbsence({ $type: 'Lateness' })],
    ['Absence', aSickness(), aSickness({ duration: { $type: 'Hours', hours: 2 } })],
    [
      'AbsencePage',
      { items: [aSickness(), anAbsence()], continuationToken: null },
      { items: null },
    ],
    ['ListClockingsRequest', { filters: { employeeId }, pageSize: 100 }, { pageSize: 100 }],
    ['ListEmployeesRequest', { sortBy: [{ field: 'Id' }], pageSize: 1 }, { pageSize: 0 }],
    ['ExternalReferenceBody', { externalReference: null }, { externalReference: '' }],
    ['LocalDateTime', { $type: 'LocalDateTime', date: '2026-11-20', time: '13:00' }, {}],
    ['FieldValidationProblem', { status: 422, type: 't', errors: {} }, { status: 422, type: 't' }],
    ['TokenResponse', { access_token: 'a', token_type: 'Bearer', expires_in: 3600 }, {}],
  ])('describes %s (%#)', (component, good, bad) => {
    const validate = validatorOf(component)
    expect(validate(good), JSON.stringify(validate.errors)).toBe(true)
    expect(validate(bad)).toBe(false)
  })
})
