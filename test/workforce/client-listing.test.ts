import { describe, expect, test } from 'vitest'
import {
  EndlessListingError,
  InvalidRequestError,
  MalformedAnswerError,
  RepeatedTokenError,
} from '../../lib/workforce/errors.ts'
import { aClocking, anAbsence, anEmployee } from './records.ts'
import {
  aClient,
  all,
  employeeId,
  errorOf,
  inTurn,
  json,
  page,
  startService,
  token,
} from './service.ts'

const bodies = (seen: { body: string }[]) => seen.map(({ body }) => JSON.parse(body))

describe('listing', () => {
  test('follows the pages, and repeats every field of the request on each', async () => {
    const service = await startService(
      inTurn(page([anEmployee()], 'second'), page([], ''), page([anEmployee({ email: 'last' })])),
    )
    const request = {
      filters: { isTerminated: false },
      sortBy: [{ field: 'Id' as const, isAscending: true }],
      pageSize: 1,
    }
    const pages = await all(aClient(service).listEmployees(request))
    expect(pages.map(({ records }) => records)).toEqual([
      [anEmployee()],
      [],
      [anEmployee({ email: 'last' })],
    ])
    expect(bodies(service.to('/employees/v1/query'))).toEqual([
      request,
      { ...request, continuationToken: 'second' },
      { ...request, continuationToken: '' },
    ])
  })

  test('tells which employees’ records break the contract, and lists the others', async () => {
    const id = employeeId.replace(/^./, 'f')
    const service = await startService(
      inTurn(page([anEmployee({ id, email: null })], 'second'), page([anEmployee(), { id: 7 }])),
    )
    const pages = await all(aClient(service).listEmployees())
    expect(pages).toEqual([
      { records: [], rejected: [{ index: 0, id, problems: ['email: invalid_type'] }] },
      {
        records: [anEmployee()],
        rejected: [
          {
            index: 1,
            id: expect.stringMatching(/^nameless [0-9a-f]{12}$/),
            problems: expect.arrayContaining(['id: invalid_type']),
          },
        ],
      },
    ])
  })

  test('asks for one employee’s clockings and absences as the spec has it', async () => {
    const service = await startService((response, seen) =>
      page(seen.path.includes('absences') ? [anAbsence()] : [aClocking()])(response, seen),
    )
    const client = aClient({ url: `${service.url}/hr/` })
    const moments = { employeeId, from: '2026-11-19T00:00:00Z', to: '2026-11-20T00:00:00Z' }
    const dates = { employeeId, from: '2026-11-19', to: '2026-11-21' }
    expect((await all(client.listClockings(moments)))[0]?.records).toEqual([aClocking()])
    expect((await all(client.listAbsences(dates)))[0]?.records).toEqual([anAbsence()])
    const [tokens, clockings, absences] = service.seen
    expect(tokens?.path).toBe('/hr/connect/token')
    expect(clockings?.path).toBe('/hr/timeclock/v1/clockings/query')
    expect(absences?.path).toBe('/hr/absences/v1/query')
    expect(bodies([clockings, absences].flatMap((one) => one ?? []))).toEqual([
      { filters: moments },
      { filters: dates },
    ])
    expect(clockings?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^attendance-events\/\d+\.\d+\.\d+$/),
    })
  })

  test('stops with an error at a continuation token that was seen before', async () => {
    const service = await startService(
      inTurn(page([], 'a'), page([], 'b'), page([anEmployee()], 'a')),
    )
    const read: number[] = []
    const listing = async () => {
      for await (const { records } of aClient(service).listEmployees()) read.push(records.length)
    }
    await expect(listing()).rejects.toThrow(RepeatedTokenError)
    expect(read).toEqual([0, 0, 1])
    expect(service.to('/employees')).toHaveLength(3)
  })

  test('stops with an error at pages that never end, each with a token of its own', async () => {
    let next = 0
    const service = await startService((response, seen) => {
      next += 1
      page([], String(next))(response, seen)
    })
    const error = await errorOf(all(aClient(service).listClockings({ employeeId })))
    expect(error).toBeInstanceOf(EndlessListingError)
    expect(String(error)).toContain('clockings: more than 50 pages')
    expect(service.to('/clockings')).toHaveLength(50)
  })

  test.each([
    [{ items: 'none' }, 'items'],
    [{ items: Array(1_001).fill(null) }, 'items'],
    [{ items: [], continuationToken: 'x'.repeat(32_001) }, 'continuationToken'],
    [{ continuationToken: null }, 'items'],
    [{ items: [], continuationToken: 7 }, 'continuationToken'],
    [[], 'the body'],
    [null, 'the body'],
  ])('refuses %j as a page', async (answer, where) => {
    const service = await startService(json(answer))
    const error = await errorOf(all(aClient(service).listEmployees()))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ reason: 'wrong-shape', operation: 'employees', status: 200 })
    expect(String(error)).toContain(`unexpected ${where}`)
  })

  test('sends nothing that breaks the contract, and says what is allowed', async () => {
    const service = await startService(page([]))
    const client = aClient(service)
    const errors = await Promise.all([
      errorOf(all(client.listEmployees({ pageSize: 0 }))),
      errorOf(all(client.listEmployees({ pageSize: 101 }))),
      errorOf(all(client.listClockings({ employeeId: 'me', from: '2026-11-19' }))),
      errorOf(all(client.listAbsences({ employeeId, to: '2026-11-20T00:00:00Z' }))),
      errorOf(client.setExternalReference(employeeId, '')),
      errorOf(client.setExternalReference('../../connect', 'x'.repeat(37))),
    ])
    for (const error of errors) expect(error).toBeInstanceOf(InvalidRequestError)
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/employees: the request was not sent: pageSize: .*>=1/),
      expect.stringMatching(/pageSize: .*<=100/),
      expect.stringMatching(/filters.employeeId: .*; filters.from: /),
      expect.stringMatching(/absences: .*filters.to: /),
      expect.stringMatching(/externalReference: Must have 1 to 36 characters/),
      expect.stringMatching(/externalReference: Must have 1 to 36 characters.*employeeId: /),
    ])
    expect(service.seen).toEqual([])
  })
})
