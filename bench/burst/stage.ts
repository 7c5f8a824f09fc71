import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { createResources } from '../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../local/aws/sdk-environment.ts'
import { type Child, startChild } from '../measuring/child.ts'
import { createUsageMeter } from '../measuring/meter.ts'
import { ProcessUsage, usageOfThis } from '../measuring/usage.ts'
import { ours } from '../pollers/ours.ts'
import { type BurstOptions, BurstOrder, settingsFor } from './orders.ts'

/** So many pollers share a process, and with it a core. */
const pollersInAProcess = 10

/** How many of some pollers each process has. */
const crews = (pollers: number): number[] =>
  Array.from({ length: Math.ceil(pollers / pollersInAProcess) }, (_, n) =>
    Math.min(pollersInAProcess, pollers - n * pollersInAProcess),
  )

/** Everything that a burst needs, each in a process of its own, with everyone on the roster. */
export const setStage = async (options: BurstOptions, note: (text: string) => void) => {
  const { employees, clockIns, latency, pollers, requestsPerSecond, messagesPerSecond } = options
  const children: Child[] = []
  const start = async (script: string, ...args: string[]): Promise<Child> => {
    const child = await startChild(script, ...args)
    children.push(child)
    return child
  }
  const upstream = await start('burst/upstream.ts', ...[employees, clockIns, latency].map(String))
  const url = String(upstream.said)
  const aws = await start('embedded-aws.ts')
  const endpoints = BurstOrder.shape.endpoints.parse(aws.said)
  useEmbeddedAws(endpoints, process.env)
  const resources = {
    ...(await createResources(endpoints, { clientId: 'bench', clientSecret: 'bench' })),
    snsMessagesPerSecond: messagesPerSecond,
  }
  const settings = settingsFor(url, pollers, requestsPerSecond)

  const database = new DynamoDBClient(awsClientConfig)
  note(`${employees} employees are put on the roster`)
  const meter = createUsageMeter(Date.now)
  const sns = new SNSClient(awsClientConfig)
  const world = { url, employees, inFlight: 50, now: Date.now, meter, database, sns, ...resources }
  await ours(world).prepare()

  const order = (some: number, dispatches = false): string =>
    JSON.stringify({ endpoints, resources, settings, pollers: some, dispatches })
  const alerts = await start('burst/alerts.ts', order(0))
  const crew: Child[] = []
  for (const some of crews(pollers)) crew.push(await start('burst/pollers.ts', order(some)))
  const dispatcher = await start('burst/pollers.ts', order(0, true))
  const cpuOf = async (...some: Child[]): Promise<number> => {
    const usages = await Promise.all(
      some.map(async (child) => ProcessUsage.parse(await child.ask({}))),
    )
    return usages.reduce((sum, { cpu }) => sum + cpu, 0)
  }
  return {
    upstream,
    alerts,
    crew,
    database,
    resources,
    /** What the CPU of each part was so far, in milliseconds. */
    cpuOfParts: async () => ({
      pollers: await cpuOf(...crew, dispatcher),
      alerts: await cpuOf(alerts),
      'embedded AWS': await cpuOf(aws),
      'the API': await cpuOf(upstream),
      'the benchmark': usageOfThis().cpu,
    }),
    end: () => {
      for (const child of children) child.end()
    },
  }
}
