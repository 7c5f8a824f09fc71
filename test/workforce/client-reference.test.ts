import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../lib/workforce/errors.ts'
import {
  aClient,
  type Behaviour,
  employeeId,
  errorOf,
  json,
  problem,
  startService,
} from './service.ts'

const bodies = (seen: { body: string }[]) => seen.map(({ body }) => JSON.parse(body))

describe('setting an external reference', () => {
  test('sets it, or clears it, and returns what was set', async () => {
    const echo: Behaviour = (response, seen) => json(JSON.parse(seen.body))(response, seen)
    const service = await startService(echo)
    const client = aClient(service)
    expect(await client.setExternalReference(employeeId, 'HR-1')).toBe('HR-1')
    expect(await client.setExternalReference(employeeId, null)).toBeNull()
    const puts = service.to('/external-reference')
    expect(puts[0]?.path).toBe(`/employees/v1/${employeeId}/external-reference`)
    expect(bodies(puts)).toEqual([{ externalReference: 'HR-1' }, { externalReference: null }])
  })

  test('throws a problem with its status, type, title, details and field errors', async () => {
    const service = await startService(
      problem(422, '#field-validation', {
        title: 'Ada',
        details: 'Moss',
        errors: { externalReference: ['too odd'] },
      }),
    )
    const error = await errorOf(aClient(service).setExternalReference(employeeId, 'Moss'))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({
      operation: 'externalReference',
      status: 422,
      type: 'https://problems.example/#field-validation',
      fragment: 'field-validation',
      title: 'Ada',
      details: 'Moss',
      fieldErrors: { externalReference: ['too odd'] },
    })
    expect((error as Error).message).toBe(
      'Workforce API, externalReference: status 422: The request has invalid fields',
    )
  })
})
