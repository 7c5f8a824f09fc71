import { SQSClient } from '@aws-sdk/client-sqs'
import { systemClock } from '../../lib/platform/clock.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { dispatchPollsFunction } from '../../lib/polling/dispatching/dispatch-polls-function.ts'
import { DispatchPollsEnvironment } from '../../lib/polling/dispatching/environment.ts'
import { PollShardEnvironment } from '../../lib/polling/environment.ts'
import { pollQueue } from '../../lib/polling/queues.ts'
import { pollShardFunction } from '../../lib/polling/shard/poll-shard-function.ts'
import { dispatchEverySeconds, functionTimeoutSeconds } from '../../lib/polling/timing.ts'
import { environmentsOf } from '../../lib/settings/polling-variables.ts'
import { useEmbeddedAws } from '../../local/aws/sdk-environment.ts'
import { startEventSource } from '../../local/lambda/event-source.ts'
import { invoke } from '../../local/lambda/invoke.ts'
import { startSchedule } from '../../local/lambda/schedule.ts'
import { usageOfThis } from '../measuring/usage.ts'
import { BurstOrder } from './orders.ts'

/** Some of the pollers, and the dispatcher where the order says so, in a process of their own. */

const order = BurstOrder.parse(JSON.parse(process.argv[2] ?? ''))
const { endpoints, resources, settings, pollers, dispatches } = order
useEmbeddedAws(endpoints, process.env)

const environments = environmentsOf(settings, resources, dispatchEverySeconds)
const onError = (error: unknown): void => {
  process.stderr.write(`${String(error)}\n`)
}

const startPoller = (): void => {
  const environment = readEnvironment(PollShardEnvironment, environments.pollShard)
  const poller = {
    name: 'poll-shard',
    timeoutSeconds: functionTimeoutSeconds.pollShard,
    // Each has a memory and a pace of its own, as a function has that Lambda keeps warm.
    handler: pollShardFunction(environment, systemClock),
  }
  startEventSource(new SQSClient(), {
    queueUrl: resources.queueUrl,
    batchSize: pollQueue.batchSize,
    concurrency: 1,
    invoke: (event) => invoke(poller, event),
    onError,
  })
}

const startDispatcher = (): void => {
  const environment = readEnvironment(DispatchPollsEnvironment, environments.dispatchPolls)
  const dispatcher = {
    name: 'dispatch-polls',
    timeoutSeconds: functionTimeoutSeconds.dispatchPolls,
    handler: dispatchPollsFunction(environment, systemClock),
  }
  startSchedule(dispatchEverySeconds * 1_000, () => invoke(dispatcher, {}), onError)
}

for (let n = 0; n < pollers; n++) startPoller()
if (dispatches) startDispatcher()

process.on('message', () => process.send?.(usageOfThis()))
process.once('disconnect', () => process.exit())
process.send?.('ready')
