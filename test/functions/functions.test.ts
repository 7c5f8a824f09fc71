import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { keys } from '../../lib/store/tables.ts'
import { aClocking, anEmployee, employeeId } from '../harness/builders.ts'
import { type Deployment, startDeployment } from '../harness/deployed.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { aLambdaContext, anSqsEvent } from '../harness/lambda.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'

let engines: Engines
let deployment: Deployment
let output: ReturnType<typeof captureOutput>
beforeAll(async () => {
  engines = await startEngines()
})
beforeEach(async () => {
  output = captureOutput()
  deployment = await startDeployment(engines)
  await deployment.put(`/employees/${employeeId}`, anEmployee())
})
afterEach(async () => {
  vi.restoreAllMocks()
  await deployment.close()
})
afterAll(() => engines.close())

const tick = '{"shardId":"0001"}'

const refresh = async (): Promise<void> => {
  const handler = await deployment.refreshRoster()
  await handler({}, aLambdaContext())
}

/** All values of one metric that were published. */
const figures = (name: string): number[] =>
  metricsIn(output.json()).flatMap((line) => (name in line ? [line[name]].flat().map(Number) : []))

const messagesIn = async (queueUrl: string) => {
  const command = new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 })
  return (await engines.sqs.send(command)).Messages ?? []
}

const clockIn = (): Promise<void> => {
  const clocking = aClocking({ start: utc(Date.now() - minute), end: null })
  return deployment.put(`/clockings/${clocking.id}`, clocking)
}

describe('the functions together', () => {
  test('turn a clocking into an event on the topic', async () => {
    await refresh()
    const dispatch = await deployment.dispatchPolls()
    await dispatch({}, aLambdaContext())
    const ticks = await messagesIn(deployment.ticksUrl)
    expect(ticks.map(({ Body }) => Body)).toEqual([tick])

    const poll = await deployment.pollShard()
    const event = anSqsEvent(...ticks.map(({ Body = '' }) => Body))
    expect(await poll(event, aLambdaContext())).toEqual({ batchItemFailures: [] })
    await clockIn()
    await poll(event, aLambdaContext())

    const published = await engines.drain(deployment.subscriberUrl)
    expect(published.map(({ event: { type, subject } }) => [type, subject])).toEqual([
      ['attendance.clocked-in', employeeId],
    ])
    expect(figures('EmployeesPolled')).toEqual([1, 1])
    expect(metricsIn(output.json())).toContainEqual(
      expect.objectContaining({ type: 'attendance.clocked-in', EventsPublished: 1 }),
    )
  })

  test('log and measure without a name, a secret or a token', async () => {
    await refresh()
    await clockIn()
    const poll = await deployment.pollShard()
    await poll(anSqsEvent(tick, 'Amina'), aLambdaContext())
    const written = output.text()
    expect(written).toContain('Shard polled')
    for (const secret of ['Amina', "O'Neill", 'example.org', deployment.service.clientSecret])
      expect(written).not.toContain(secret)
  })
})

describe('poll-shard', () => {
  test('gives back a poison record alone', async () => {
    await refresh()
    const poll = await deployment.pollShard()
    const answer = await poll(anSqsEvent('poison', tick, '{"shardId":7}'), aLambdaContext())
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }, { itemIdentifier: 'message-2' }],
    })
    expect(figures('EmployeesPolled')).toEqual([1])
  })

  test('gives back even its only record without failing as a whole', async () => {
    const poll = await deployment.pollShard()
    expect(await poll(anSqsEvent('poison'), aLambdaContext())).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }],
    })
  })

  test('says why a poll failed, in the log and in a metric, and gives it back', async () => {
    await refresh()
    const record = { ...keys.shard('0001'), schema: 1, members: 'Amina' }
    await engines.documents.send(new PutCommand({ TableName: deployment.tableName, Item: record }))
    const poll = await deployment.pollShard()
    expect(await poll(anSqsEvent(tick), aLambdaContext())).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }],
    })
    expect([figures('PollsFailed'), figures('StateUnreadable')]).toEqual([[1], [1]])
    expect(output.json()).toContainEqual(
      expect.objectContaining({
        level: 'ERROR',
        message: 'Poll failed',
        shardId: '0001',
        problem: 'UnreadableRecordError',
      }),
    )
    expect(output.text()).not.toContain('Amina')
  })

  test('counts a message that is no tick as a poll that failed', async () => {
    const poll = await deployment.pollShard()
    await poll(anSqsEvent('Amina'), aLambdaContext())
    expect(figures('PollsFailed')).toEqual([1])
    expect(output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'Poll failed', problem: 'TickError' }),
    )
  })

  test('skips a shard that does not exist, and counts that', async () => {
    const poll = await deployment.pollShard()
    expect(await poll(anSqsEvent('{"shardId":"0009"}'), aLambdaContext())).toEqual({
      batchItemFailures: [],
    })
    expect(figures('PollSkipped')).toEqual([1])
  })

  test('reads the secret again when the credentials it holds are refused', async () => {
    await refresh()
    deployment.setSecret('an old secret')
    const poll = await deployment.pollShard()
    const reads = deployment.secretReads()
    await poll(anSqsEvent(tick), aLambdaContext())
    expect(deployment.secretReads() - reads).toBe(2)
    expect(figures('CredentialsRefused').length).toBeGreaterThan(0)
    expect(figures('EmployeesPolled')).toEqual([])
    expect(output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', reason: 'credentials-refused' }),
    )

    deployment.setSecret(deployment.service.clientSecret)
    expect(await poll(anSqsEvent(tick), aLambdaContext())).toEqual({ batchItemFailures: [] })
    expect(deployment.secretReads() - reads).toBe(3)
    expect(figures('EmployeesPolled')).toEqual([1])
    expect(output.text()).not.toContain('an old secret')
  })
})

describe('refresh-roster', () => {
  test('logs an API that refuses its credentials, and leaves it to the next run', async () => {
    deployment.setSecret('an old secret')
    await refresh()
    expect(output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'Roster could not be read' }),
    )
    expect(figures('CredentialsRefused').length).toBeGreaterThan(0)
    expect(figures('RosterFailed')).toEqual([1])
    deployment.setSecret(deployment.service.clientSecret)
    await refresh()
    expect(output.json()).toContainEqual(
      expect.objectContaining({ message: 'Roster refreshed', members: 1, added: 1 }),
    )
  })

  test('counts a roster that it does not believe', async () => {
    await refresh()
    await fetch(`${deployment.service.controlUrl}/employees/${employeeId}`, { method: 'DELETE' })
    await refresh()
    expect(figures('RosterRefused')).toEqual([1])
    expect(output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'Roster answer not believed' }),
    )
  })
})

describe('an entry file', () => {
  test('fails to load where a variable is missing, and names it', async () => {
    vi.stubEnv('TABLE_NAME', '')
    vi.resetModules()
    await expect(import('../../functions/dispatch-polls.ts')).rejects.toThrow(
      /Environment variables: .*TABLE_NAME/,
    )
  })
})
