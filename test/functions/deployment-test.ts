import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { vi } from 'vitest'
import { anEmployee, employeeId } from '../harness/builders.ts'
import { startDeployment } from '../harness/deployed.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { aLambdaContext } from '../harness/lambda.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'

/** The tick of the one shard that a deployment with one employee has. */
export const tick = '{"shardId":"0001"}'

/** A test with functions as they are deployed, an employee whom they watch, and what they write. */
export const test = engineTest.extend('deployment', async ({ engines }, { onCleanup }) => {
  const { sqs, documents } = engines
  const output = captureOutput()
  const deployment = await startDeployment(engines)
  onCleanup(async () => {
    vi.restoreAllMocks()
    await deployment.close()
  })
  await deployment.put(`/employees/${employeeId}`, anEmployee())
  const { tableName: TableName, ticksUrl } = deployment
  return {
    ...deployment,
    output,

    refresh: async (): Promise<void> => {
      const handler = await deployment.refreshRoster()
      await handler({}, aLambdaContext())
    },

    /** All values of one metric that were published. */
    figures: (name: string): number[] =>
      metricsIn(output.json()).flatMap((line) =>
        name in line ? [line[name]].flat().map(Number) : [],
      ),

    /** The bodies of the ticks that wait, ten at most. */
    ticks: async (): Promise<string[]> => {
      const command = new ReceiveMessageCommand({ QueueUrl: ticksUrl, MaxNumberOfMessages: 10 })
      return ((await sqs.send(command)).Messages ?? []).map(({ Body = '' }) => Body)
    },

    write: (Item: Record<string, unknown>) => documents.send(new PutCommand({ TableName, Item })),
    itemAt: async (Key: { pk: string; sk: string }) =>
      (await documents.send(new GetCommand({ TableName, Key }))).Item,
  }
})
