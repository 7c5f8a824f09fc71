import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTelemetry, lambda } from '../../lib/platform/lambda.ts'
import { aLambdaContext } from '../harness/lambda.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const run = async (work: (telemetry: ReturnType<typeof createTelemetry>) => Promise<string>) => {
  const output = captureOutput()
  const telemetry = createTelemetry('test')
  const handler = lambda<unknown, string>(telemetry, () => work(telemetry))
  const outcome = await handler({}, aLambdaContext()).catch((error: Error) => error)
  return { outcome, lines: output.json() }
}

describe('a function', () => {
  test('returns what its work does, and publishes its figures', async () => {
    const { outcome, lines } = await run(async ({ meter }) => {
      meter.add('PollSkipped', 1)
      return 'done'
    })
    expect(outcome).toBe('done')
    expect(metricsIn(lines)).toMatchObject([{ PollSkipped: 1, service: 'attendance-test' }])
  })

  test('publishes its figures although its work fails, and fails', async () => {
    const { outcome, lines } = await run(async ({ meter }) => {
      meter.add('PollSkipped', 1)
      throw new Error('broken')
    })
    expect(outcome).toEqual(new Error('broken'))
    expect(metricsIn(lines)).toMatchObject([{ PollSkipped: 1 }])
  })

  test('logs with its request and service', async () => {
    const { lines } = await run(async ({ logger }) => {
      logger.info('Working', { shardId: '0001' })
      return 'done'
    })
    expect(lines).toMatchObject([
      {
        level: 'INFO',
        message: 'Working',
        shardId: '0001',
        service: 'attendance-test',
        function_request_id: aLambdaContext().awsRequestId,
      },
    ])
  })

  test('forgets what one invocation added to its log lines before the next', async () => {
    const output = captureOutput()
    const telemetry = createTelemetry('test')
    const handler = lambda<string, void>(telemetry, async (shardId) => {
      if (shardId !== '') telemetry.logger.appendKeys({ shardId })
      telemetry.logger.info('Working')
    })
    await handler('0001', aLambdaContext())
    await handler('', aLambdaContext())
    const [first, second] = output.json()
    expect(first).toHaveProperty('shardId', '0001')
    expect(second).not.toHaveProperty('shardId')
  })
})
