import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import { keys } from '../../lib/store/tables.ts'
import { anEmployee, employeeId } from '../harness/builders.ts'
import { type Deployment, startDeployment } from '../harness/deployed.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { aLambdaContext } from '../harness/lambda.ts'
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

describe('dispatch-polls', () => {
  const shardRecord = async (shardId: string) => {
    const command = new GetCommand({ TableName: deployment.tableName, Key: keys.shard(shardId) })
    return (await engines.documents.send(command)).Item
  }

  test('notes an operator’s word on a loss for every shard, for some, or for none', async () => {
    await refresh()
    const dispatch = await deployment.dispatchPolls()
    const answers = [
      [{}, undefined],
      [{ acceptLoss: false }, undefined],
      [{ acceptLoss: ['0009'] }, { accepted: [], unknown: ['0009'] }],
    ] as const
    for (const [event, answer] of answers) {
      expect(await dispatch(event, aLambdaContext())).toEqual(answer)
      expect((await shardRecord('0001'))?.['lossAcceptedAt']).toBeNull()
    }
    expect(await dispatch({ acceptLoss: ['0001'] }, aLambdaContext())).toEqual({
      accepted: ['0001'],
      unknown: [],
    })
    const first = String((await shardRecord('0001'))?.['lossAcceptedAt'])
    expect(Date.now() - Date.parse(first)).toBeLessThan(minute)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await dispatch({ acceptLoss: true }, aLambdaContext())
    expect(String((await shardRecord('0001'))?.['lossAcceptedAt']) > first).toBe(true)
  })

  test('counts a shard whose record cannot be read, and dispatches the others', async () => {
    await refresh()
    const record = { ...keys.shard('0002'), schema: 99 }
    await engines.documents.send(new PutCommand({ TableName: deployment.tableName, Item: record }))
    const dispatch = await deployment.dispatchPolls()
    await dispatch({}, aLambdaContext())
    expect(figures('StateUnreadable')).toEqual([1])
    expect((await messagesIn(deployment.ticksUrl)).map(({ Body }) => Body)).toEqual([tick])
    expect(await shardRecord('0002')).toEqual(record)
  })
})
