import { describe, expect, vi } from 'vitest'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { readTick } from '../../lib/polling/dispatching/tick.ts'
import { keys } from '../../lib/store/tables.ts'
import { aClocking, employeeId } from '../harness/builders.ts'
import type { Deployment } from '../harness/deployed.ts'
import { aLambdaContext, anSqsEvent } from '../harness/lambda.ts'
import { metricsIn } from '../harness/output.ts'
import { test, tick } from './deployment-test.ts'

const clockIn = (deployment: Pick<Deployment, 'put'>): Promise<void> => {
  const clocking = aClocking({ start: utc(Date.now() - minute), end: null })
  return deployment.put(`/clockings/${clocking.id}`, clocking)
}

describe('the functions together', () => {
  test('turn a clocking into an event on the topic', async ({ engines, deployment }) => {
    await deployment.refresh()
    const dispatch = await deployment.dispatchPolls()
    await dispatch({}, aLambdaContext())
    const ticks = await deployment.ticks()
    expect(ticks.map((each) => readTick(each))).toEqual([
      { shardId: '0001', slot: expect.objectContaining({ requestsPerSecond: 1_000 }) },
    ])

    const poll = await deployment.pollShard()
    const event = anSqsEvent(...ticks)
    expect(await poll(event, aLambdaContext())).toEqual({ batchItemFailures: [] })
    await clockIn(deployment)
    // Its slot may be over by now.
    await poll(anSqsEvent(tick), aLambdaContext())

    const published = await engines.drain(deployment.subscriberUrl)
    expect(published.map(({ event: { type, subject } }) => [type, subject])).toEqual([
      ['attendance.clocked-in', employeeId],
    ])
    expect(deployment.figures('EmployeesPolled')).toEqual([1, 1])
    expect(metricsIn(deployment.output.json())).toContainEqual(
      expect.objectContaining({ type: 'attendance.clocked-in', EventsPublished: 1 }),
    )
  })

  test('log and measure without a name, a secret or a token', async ({ deployment }) => {
    await deployment.refresh()
    await clockIn(deployment)
    const poll = await deployment.pollShard()
    await poll(anSqsEvent(tick, 'Amina'), aLambdaContext())
    const written = deployment.output.text()
    expect(written).toContain('Shard polled')
    for (const secret of ['Amina', "O'Neill", 'example.org', deployment.service.clientSecret])
      expect(written).not.toContain(secret)
  })
})

describe('poll-shard', () => {
  test('gives back a poison record alone', async ({ deployment }) => {
    await deployment.refresh()
    const poll = await deployment.pollShard()
    const answer = await poll(anSqsEvent('poison', tick, '{"shardId":7}'), aLambdaContext())
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }, { itemIdentifier: 'message-2' }],
    })
    expect(deployment.figures('EmployeesPolled')).toEqual([1])
  })

  test('gives back even its only record without failing as a whole', async ({ deployment }) => {
    const poll = await deployment.pollShard()
    expect(await poll(anSqsEvent('poison'), aLambdaContext())).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }],
    })
  })

  test('says why a poll failed, in the log and in a metric, and gives it back', async ({
    deployment,
  }) => {
    await deployment.refresh()
    const record = { ...keys.shard('0001'), schema: 1, members: 'Amina' }
    await deployment.write(record)
    const poll = await deployment.pollShard()
    expect(await poll(anSqsEvent(tick), aLambdaContext())).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message-0' }],
    })
    expect([deployment.figures('PollsFailed'), deployment.figures('StateUnreadable')]).toEqual([
      [1],
      [1],
    ])
    expect(deployment.output.json()).toContainEqual(
      expect.objectContaining({
        level: 'ERROR',
        message: 'Poll failed',
        shardId: '0001',
        problem: 'UnreadableRecordError',
      }),
    )
    expect(deployment.output.text()).not.toContain('Amina')
  })

  test('counts a message that is no tick as a poll that failed', async ({ deployment }) => {
    const poll = await deployment.pollShard()
    await poll(anSqsEvent('Amina'), aLambdaContext())
    expect(deployment.figures('PollsFailed')).toEqual([1])
    expect(deployment.output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'Poll failed', problem: 'TickError' }),
    )
  })

  test('skips a shard that does not exist, and counts that', async ({ deployment }) => {
    const poll = await deployment.pollShard()
    expect(await poll(anSqsEvent('{"shardId":"0009"}'), aLambdaContext())).toEqual({
      batchItemFailures: [],
    })
    expect(deployment.figures('PollSkipped')).toEqual([1])
  })

  test('reads the secret again when the credentials it holds are refused', async ({
    deployment,
  }) => {
    await deployment.refresh()
    deployment.setSecret('an old secret')
    const poll = await deployment.pollShard()
    const reads = deployment.secretReads()
    await poll(anSqsEvent(tick), aLambdaContext())
    expect(deployment.secretReads() - reads).toBe(2)
    expect(deployment.figures('CredentialsRefused').length).toBeGreaterThan(0)
    expect(deployment.figures('EmployeesPolled')).toEqual([])
    expect(deployment.output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', reason: 'credentials-refused' }),
    )

    deployment.setSecret(deployment.service.clientSecret)
    expect(await poll(anSqsEvent(tick), aLambdaContext())).toEqual({ batchItemFailures: [] })
    expect(deployment.secretReads() - reads).toBe(3)
    expect(deployment.figures('EmployeesPolled')).toEqual([1])
    expect(deployment.output.text()).not.toContain('an old secret')
  })
})

describe('refresh-roster', () => {
  test('logs an API that refuses its credentials, and leaves it to the next run', async ({
    deployment,
  }) => {
    deployment.setSecret('an old secret')
    await deployment.refresh()
    expect(deployment.output.json()).toContainEqual(
      expect.objectContaining({ level: 'ERROR', message: 'Roster could not be read' }),
    )
    expect(deployment.figures('CredentialsRefused').length).toBeGreaterThan(0)
    expect(deployment.figures('RosterFailed')).toEqual([1])
    deployment.setSecret(deployment.service.clientSecret)
    await deployment.refresh()
    expect(deployment.output.json()).toContainEqual(
      expect.objectContaining({ message: 'Roster refreshed', members: 1, added: 1 }),
    )
  })

  test('counts a roster that it does not believe', async ({ deployment }) => {
    await deployment.refresh()
    await fetch(`${deployment.service.controlUrl}/employees/${employeeId}`, { method: 'DELETE' })
    await deployment.refresh()
    expect(deployment.figures('RosterRefused')).toEqual([1])
    expect(deployment.output.json()).toContainEqual(
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
