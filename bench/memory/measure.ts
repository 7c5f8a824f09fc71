import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import * as z from 'zod'
import { nodeVariables } from '../../infra/bundling.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { writeTick } from '../../lib/polling/dispatching/tick.ts'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { createResources } from '../../local/aws/resources.ts'
import { useEmbeddedAws } from '../../local/aws/sdk-environment.ts'
import { bundleFunction } from '../bundle-function.ts'
import { functionSources } from '../function-sources.ts'
import { startChild } from '../measuring/child.ts'
import { createUsageMeter } from '../measuring/meter.ts'
import { ours } from '../pollers/ours.ts'
import type { Phase } from './upstream.ts'

/** What polls of one shard took, one after another. */
const Invocation = z.object({
  failed: z.int(),
  wall: z.number(),
  cpu: z.number(),
  peak: z.number(),
})
export type Invocation = z.infer<typeof Invocation>

/** What happens before some polls, and how many there are. */
export const steps = [
  { name: 'first poll', phase: 'in', polls: 1 },
  { name: 'nothing new', phase: 'in', polls: 10 },
  { name: 'everyone clocks out', phase: 'out', polls: 1 },
  { name: '30 late shifts of each', phase: 'late', polls: 1 },
] as const satisfies readonly { name: string; phase: Phase; polls: number }[]

const latency = 50

/** How Lambda starts Node with so much memory: a tenth for what is young, and the rest for what stays. */
const argumentsFor = (megabytes: number): string[] => {
  const young = Math.floor(megabytes / 10)
  return [
    `--max-semi-space-size=${Math.floor(young / 2)}`,
    `--max-old-space-size=${megabytes - young}`,
  ]
}

const settingsFor = (apiUrl: string, shardSize: number): Settings =>
  Settings.parse({
    name: 'bench',
    workforce: { apiUrl, authUrl: apiUrl, requestsPerSecond: 200 },
    workday: { timeZone: 'Europe/London' },
    polling: { lookbackHours: 168, shardSize },
  })

/** Writes the bundle that is deployed, and what invokes it. */
export const writeBundles = async (folder: string) => {
  const files = { handler: join(folder, 'poll-shard.cjs'), invoker: join(folder, 'invoker.cjs') }
  writeFileSync(files.handler, await bundleFunction({ file: functionSources.pollShard.file }))
  writeFileSync(files.invoker, await bundleFunction({ file: 'bench/memory/function.ts' }))
  return files
}

const tick = { Records: [{ messageId: '1', body: writeTick({ shardId: '0001' }) }] }

const poll = async (process: ChildProcess): Promise<Invocation> => {
  const ending = new AbortController()
  const ended = once(process, 'exit', ending).then(([code, signal]) => {
    throw new Error(`ended with ${signal ?? code}`)
  })
  try {
    process.send(tick)
    const [answer] = await Promise.race([once(process, 'message', ending), ended])
    return Invocation.parse(answer)
  } finally {
    ending.abort()
    await ended.catch(() => undefined)
  }
}

/**
 * Polls a shard of so many with `poll-shard` as it is deployed with so much memory, through every step.
 * @returns what each poll took, by step; as far as the function came, where it ran out of memory
 */
export const measureMemory = async (
  megabytes: number,
  employees: number,
  bundles: Awaited<ReturnType<typeof writeBundles>>,
): Promise<Invocation[][]> => {
  const upstream = await startChild('memory/upstream.ts', String(employees), String(latency))
  const aws = await startChild('embedded-aws.ts')
  const url = String(upstream.said)
  const endpoints = z
    .object({ dynamoDb: z.string(), messaging: z.string(), secretsManager: z.string() })
    .parse(aws.said)
  useEmbeddedAws(endpoints, process.env)
  const resources = await createResources(endpoints, { clientId: 'bench', clientSecret: 'bench' })
  const meter = createUsageMeter(Date.now)
  const [database, sns] = [new DynamoDBClient(awsClientConfig), new SNSClient(awsClientConfig)]
  const world = { url, employees, inFlight: 50, now: Date.now, meter, database, sns, ...resources }
  await ours(world, employees).prepare()

  const { pollShard } = environmentsOf(settingsFor(url, employees), resources, dispatchEverySeconds)
  const lambda = fork(
    bundles.invoker,
    [bundles.handler, String(functionTimeoutSeconds.pollShard)],
    {
      execArgv: argumentsFor(megabytes),
      env: { ...process.env, ...nodeVariables, ...pollShard },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  await once(lambda, 'message')
  const taken: Invocation[][] = []
  try {
    for (const { phase, polls } of steps) {
      await upstream.ask({ phase })
      const theirs: Invocation[] = []
      for (let n = 0; n < polls; n++) theirs.push(await poll(lambda))
      taken.push(theirs)
    }
  } catch (error) {
    process.stderr.write(`${megabytes} MB: ${String(error)}\n`)
  } finally {
    lambda.kill()
    upstream.end()
    aws.end()
  }
  return taken
}
