import { describe, expect, test } from 'vitest'
import { MalformedAnswerError, ProblemError } from '../../lib/workforce/errors.ts'
import {
  type Behaviour,
  errorOf,
  html,
  inTurn,
  listed,
  page,
  problem,
  raw,
  startService,
  status,
} from './service.ts'

describe('an answer that will not get better', () => {
  test.each([
    ['a page of HTML', html(200), MalformedAnswerError, { reason: 'html', status: 200 }],
    ['text', raw('ok', 'text/plain'), MalformedAnswerError, { reason: 'not-json' }],
    ['bytes', raw(Buffer.from([123, 255, 125])), MalformedAnswerError, { reason: 'not-json' }],
    ['204', raw('', '', 204), MalformedAnswerError, { reason: 'unexpected-status', status: 204 }],
    ['HTML with 403', html(403), ProblemError, { status: 403, fragment: null, type: null }],
    ['403', problem(403, '#forbidden'), ProblemError, { status: 403, fragment: 'forbidden' }],
    [
      'a problem of unknown type',
      problem(409, '#constructor', { errors: { ['__proto__']: ['x'] } }),
      ProblemError,
      { status: 409, fragment: null },
    ],
  ])('is not asked for again: %s', async (_name, fault, type, fields) => {
    const service = await startService(fault)
    const error = await errorOf(listed(service))
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ operation: 'employees', ...fields })
    expect(service.to('/employees')).toHaveLength(1)
  })

  test('is given up on as soon as it is too large, announced or not', async () => {
    let sent = 0
    const flood: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        if (response.destroyed) return
        sent += 1
        response.write('[0,0,0,0]'.repeat(1_000), () => setImmediate(more))
      }
      more()
    }
    const service = await startService(inTurn(flood, raw('x'.repeat(60_000))))
    for (const _time of ['flood', 'announced']) {
      const error = await errorOf(listed(service, { maxResponseBytes: 50_000 }))
      expect(error).toBeInstanceOf(MalformedAnswerError)
      expect(error).toMatchObject({ reason: 'too-large', status: 200 })
    }
    expect(sent).toBeLessThan(2_000)
    expect(service.to('/employees')).toHaveLength(2)
  })

  test('is a refusal of any length, of which no more is read than a problem document has', async () => {
    const filler = { errors: { field: Array(100_000).fill(7) } }
    const service = await startService(problem(403, '#forbidden', filler))
    const error = await errorOf(listed(service))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ status: 403, fragment: null, fieldErrors: {} })
  })

  test('is a redirect, which is not followed', async () => {
    const elsewhere = await startService(page([]))
    const service = await startService(status(307, { location: `${elsewhere.url}/x` }))
    const error = await errorOf(listed(service))
    expect(error).toMatchObject({ reason: 'unexpected-status', status: 307 })
    expect(elsewhere.seen).toEqual([])
  })
})
