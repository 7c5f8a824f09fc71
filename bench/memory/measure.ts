import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SNSClient } from '@aws-sdk/client-sns'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { writeTick } from '../../lib/polling/dispatching/tick.ts'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { createUsageMeter } from '../measuring/meter.ts'
import { ours, usualShardSize } from '../pollers/ours.ts'
import { type Bundles, type Invocation, startFunction } from './function-process.ts'
import type { Phase } from './upstream.ts'
import { startWorld } from './world.ts'

/** What happens before some polls, and how many there are. */
export const steps = [
  { name: 'first poll', phase: 'in', polls: 1 },
  { name: 'nothing new', phase: 'in', polls: 10 },
  { name: 'everyone clocks out', phase: 'out', polls: 1 },
  { name: '30 late shifts of each', phase: 'late', polls: 1 },
] as const satisfies readonly { name: string; phase: Phase; polls: number }[]

const tick = { Records: [{ messageId: '1', body: writeTick({ shardId: '0001' }) }] }

/**
 * Polls a shard of so many with `poll-shard` as it is deployed with so much memory, through every step.
 * @returns what each poll took, by step; as far as the function came, where it ran out of memory
 */
export const measurePolls = async (
  megabytes: number,
  employees: number,
  bundles: Bundles,
): Promise<Invocation[][]> => {
  const world = await startWorld(employees, employees)
  const { url, upstream, resources, settings } = world
  const meter = createUsageMeter(Date.now)
  const [database, sns] = [new DynamoDBClient(awsClientConfig), new SNSClient(awsClientConfig)]
  const polled = { url, employees, inFlight: 50, now: Date.now, meter, database, sns, ...resources }
  await ours(polled, employees).prepare()

  const { pollShard } = environmentsOf(settings, resources, dispatchEverySeconds)
  const timeout = functionTimeoutSeconds.pollShard
  const lambda = await startFunction(bundles, megabytes, timeout, pollShard)
  const taken: Invocation[][] = []
  try {
    for (const { phase, polls } of steps) {
      await upstream.ask({ phase })
      const theirs: Invocation[] = []
      for (let n = 0; n < polls; n++) theirs.push(await lambda.invoke(tick))
      taken.push(theirs)
    }
  } catch (error) {
    process.stderr.write(`${megabytes} MB: ${String(error)}\n`)
  } finally {
    lambda.end()
    world.end()
  }
  return taken
}

/** How many employees a table holds. */
const knownIn = async (tableName: string): Promise<number> => {
  const store = createShardStore(documentClient(new DynamoDBClient(awsClientConfig)), tableName)
  const { shards } = await store.all()
  return shards.reduce((sum, { members }) => sum + members, 0)
}

/**
 * Refreshes a roster of so many with `refresh-roster` as it is deployed with so much memory: first of an
 * organisation that nobody knows yet, then of one in which nothing is new.
 * @returns what each took; as far as the function came, where it ran out of memory
 */
export const measureRefreshes = async (
  megabytes: number,
  employees: number,
  bundles: Bundles,
): Promise<Invocation[]> => {
  const world = await startWorld(employees, usualShardSize)
  const { refreshRoster } = environmentsOf(world.settings, world.resources, dispatchEverySeconds)
  const timeout = functionTimeoutSeconds.refreshRoster
  const lambda = await startFunction(bundles, megabytes, timeout, refreshRoster)
  const taken: Invocation[] = []
  try {
    for (const _ of ['first', 'next']) {
      taken.push(await lambda.invoke({}))
      // A refresh that fails says so in its log alone.
      const known = await knownIn(world.resources.tableName)
      if (known !== employees) throw new Error(`${known} are known`)
    }
  } catch (error) {
    process.stderr.write(`${megabytes} MB, ${employees} employees: ${String(error)}\n`)
  } finally {
    lambda.end()
    world.end()
  }
  return taken
}
