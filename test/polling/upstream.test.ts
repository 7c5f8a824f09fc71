import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTelemetry } from '../../lib/platform/lambda.ts'
import {
  connectUpstream,
  countPublished,
  reportPublishFailures,
} from '../../lib/polling/upstream.ts'
import { createClock } from '../../local/clock.ts'
import { startWorkforceService } from '../../local/workforce-service/start.ts'
import { anEmployee, anId } from '../harness/builders.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'
import { startSecrets } from '../harness/secrets.ts'

let output: ReturnType<typeof captureOutput>
beforeEach(() => {
  output = captureOutput()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** All that was counted, by name. */
const counted = () => Object.assign({}, ...metricsIn(output.json()))

describe('what was published', () => {
  const entry = (time: string) => ({
    id: anId(1),
    type: 'attendance.clocked-in',
    time,
    recordedtime: '2026-11-18T09:01:30Z',
    message: '{}',
    attributes: {},
  })

  test('is counted by type, with how long after it happened it was seen', () => {
    const telemetry = createTelemetry('test')
    const count = countPublished(telemetry)
    count(entry('2026-11-18T09:00:00Z'))
    count(entry('2026-11-18T09:02:00Z'))
    telemetry.meter.flush()
    expect(counted()).toMatchObject({ EventsPublished: 2, DetectionDelay: [90, 0] })
    expect(metricsIn(output.json())).toContainEqual(
      expect.objectContaining({ type: 'attendance.clocked-in', EventsPublished: 2 }),
    )
  })

  test('or is not in the event log, is counted and logged as the log’s', () => {
    const telemetry = createTelemetry('test')
    reportPublishFailures(telemetry)(anId(1), ['EventLog: TimeoutError'])
    telemetry.meter.flush()
    expect(counted()).toMatchObject({ EventLogFailures: 1 })
    expect(counted()).not.toHaveProperty('PublishFailures')
    expect(output.json()).toContainEqual(
      expect.objectContaining({
        level: 'ERROR',
        message: 'The event log did not take events; they stay in the outbox',
        failures: ['EventLog: TimeoutError'],
      }),
    )
  })

  test('or is not on the event bus, is counted, and logged as the bus’s', () => {
    const telemetry = createTelemetry('test')
    reportPublishFailures(telemetry)(anId(1), ['EventBridge: AccessDeniedException'])
    telemetry.meter.flush()
    expect(counted()).toMatchObject({ PublishFailures: 1 })
    expect(JSON.stringify(output.json())).toContain('The event bus did not take events')
  })

  test('or had no turn yet, is no failure', () => {
    const telemetry = createTelemetry('test')
    reportPublishFailures(telemetry)(anId(1), ['NoTurn'])
    telemetry.meter.flush()
    expect(output.json()).toEqual([])
  })

  test('or was not, is counted and logged with the reasons', () => {
    const telemetry = createTelemetry('test')
    reportPublishFailures(telemetry)(anId(1), ['Throttled', 'InternalError'])
    telemetry.meter.flush()
    expect(counted()).toMatchObject({ PublishFailures: 2 })
    expect(output.json()).toContainEqual(
      expect.objectContaining({
        level: 'ERROR',
        message: 'SNS did not take events; they stay in the outbox',
        employeeId: anId(1),
        failures: ['Throttled', 'InternalError'],
      }),
    )
  })
})

describe('calls of the Workforce API', () => {
  /** Lists the roster of a service that misbehaves as told; its secret is right or wrong. */
  const listing = async (fault: object | null, isSecretRight = true) => {
    const clock = createClock({ now: Date.parse('2026-11-18T09:00:00Z'), speed: 0 })
    const service = await startWorkforceService({ port: 0, employees: 0, seed: 1, clock })
    const { clientId, clientSecret } = service
    const right = { clientId, clientSecret: isSecretRight ? clientSecret : 'wrong' }
    const secrets = await startSecrets(new Map([['upstream', JSON.stringify(right)]]))
    for (const [name, value] of Object.entries(secrets.environment)) vi.stubEnv(name, value)
    const control = (method: string, path: string, body: object) =>
      fetch(`${service.controlUrl}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await control('PUT', `/employees/${anId(1)}`, anEmployee())
    if (fault !== null) await control('POST', '/faults', fault)
    const telemetry = createTelemetry('test')
    const api = connectUpstream(
      {
        API_URL: service.baseUrl,
        AUTH_URL: service.authUrl,
        CREDENTIALS_SECRET: 'upstream',
        REQUESTS_PER_SECOND: 1_000,
      },
      telemetry,
    )
    const ids: string[] = []
    const list = async () => {
      for await (const { records } of api.listEmployees({}, { deadline: Date.now() + 5_000 }))
        ids.push(...records.map(({ id }) => id))
    }
    const problem = await list().catch(({ kind }) => kind)
    await api.close()
    await service.close()
    await secrets.close()
    telemetry.meter.flush()
    return { ids, problem, counted: counted() }
  }

  test('are counted, the token included', async () => {
    const { ids, counted } = await listing(null)
    expect(ids).toEqual([anId(1)])
    expect([counted.ApiRequests].flat()).toEqual([1, 1])
    for (const name of ['ApiErrors', 'ApiThrottles', 'ApiUnexpected', 'CredentialsRefused'])
      expect(counted).not.toHaveProperty(name)
  })

  test('that are throttled are counted', async () => {
    const { ids, counted } = await listing({
      on: 'employees',
      kind: 'status',
      status: 429,
      times: 1,
    })
    expect(ids).toEqual([anId(1)])
    expect([counted.ApiThrottles].flat()).toEqual([1])
  })

  test('that fail are counted, and not as a matter of credentials', async () => {
    const { problem, counted } = await listing({
      on: 'employees',
      kind: 'status',
      status: 403,
      times: 1,
    })
    expect(problem).toBe('problem')
    expect([counted.ApiErrors].flat()).toEqual([1])
    expect(counted).not.toHaveProperty('CredentialsRefused')
  })

  test('whose credentials are refused are counted as that, too', async () => {
    const { problem, counted } = await listing(null, false)
    expect(problem).toBe('credentials-refused')
    expect(counted).toMatchObject({
      ApiErrors: expect.anything(),
      CredentialsRefused: expect.anything(),
    })
  })
})
