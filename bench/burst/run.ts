import { setTimeout as delay } from 'node:timers/promises'
import { SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { minute, second } from '../../lib/attendance/moments.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'
import { type BusyCores, ProcessUsage, watchCores } from '../measuring/usage.ts'
import { burstLasts, truthOfBurst } from './clock-ins.ts'
import { type BurstFigures, burstFigures } from './figures.ts'
import { backToUsual, watchFreshness, worst } from './freshness.ts'
import { type BurstOptions, gatheredFor } from './orders.ts'
import { setStage } from './stage.ts'
import { startWitness } from './witness.ts'

/** What a burst did. Times in milliseconds. */
export type BurstResult = BurstFigures & {
  /** The age of the shard polled longest ago: before the burst, and from then on, at most. */
  usualAge: number
  worstAge: number
  /** From the end of the burst's minute on, until it was as old as usual; until all was told. */
  backAfter: number
  allToldAfter: number
  /** Messages to the one channel that is told of everyone who comes. */
  alertMessages: number
  /** How many cores were busy, before, and from the first clock-in until all was told. */
  usualCores: BusyCores
  burstCores: BusyCores
  /** CPU of all pollers from beginning to end, and the most memory of a process of ten. */
  pollersCpu: number
  peakMemory: number
}

const Alerts = z.object({ messages: z.int() })

/** A burst that is not over by then is not waited for any longer. */
const longest = 20 * minute

const waitUntil = async (isSo: () => boolean, within: number): Promise<boolean> => {
  const until = Date.now() + within
  while (!isSo() && Date.now() < until) await delay(second)
  return isSo()
}

/**
 * Polls an organisation with everything real but the API and AWS, until everyone is known and polls go their
 * usual way; lets a part of it clock in within a minute; and waits until all is as before.
 */
export const runBurst = async (
  options: BurstOptions,
  note: (text: string) => void,
): Promise<BurstResult> => {
  const stage = await setStage(options, note)
  const witness = startWitness(new SQSClient(awsClientConfig), stage.resources.terminalQueueUrl)
  const shards = createShardStore(documentClient(stage.database), stage.resources.tableName)
  const freshness = watchFreshness(shards)
  note('Everyone is asked about for the first time')
  if (!(await waitUntil(freshness.isWhole, longest))) throw new Error('Not everyone was polled')
  const whole = Date.now()
  // From when on the oldest poll is one that was made after that.
  const isUsual = () => (freshness.ages().at(-1)?.oldest ?? Infinity) < Date.now() - whole
  await waitUntil(isUsual, longest)
  const usualFrom = Date.now()
  note('Polls go their usual way')
  const busySince = await watchCores(stage.cpuOfParts)
  await delay(minute)
  const usualCores = await busySince()

  const begin = Date.now() + second
  const end = begin + burstLasts
  await stage.upstream.ask({ begin })
  note(`${options.clockIns} clock in`)
  const truth = truthOfBurst(options, begin)
  const usualAge = worst(freshness.ages(), usualFrom, begin)
  await waitUntil(() => witness.witnessed().length >= truth.length, longest)
  const burstCores = await busySince()
  note('All is told')
  const isBack = () =>
    Date.now() > end + usualAge + minute &&
    backToUsual(freshness.ages(), usualAge, begin) < Date.now() - usualAge
  await waitUntil(isBack, longest)
  await delay((gatheredFor + 20) * second)

  const { messages } = Alerts.parse(await stage.alerts.ask({}))
  const usages = await Promise.all(
    stage.crew.map(async (child) => ProcessUsage.parse(await child.ask({}))),
  )
  await Promise.all([freshness.stop(), witness.stop()])
  stage.end()
  const figures = burstFigures(truth, witness.witnessed())
  return {
    ...figures,
    usualAge,
    worstAge: worst(freshness.ages(), begin, Number.POSITIVE_INFINITY),
    backAfter: Math.max(0, backToUsual(freshness.ages(), usualAge, begin) - end),
    allToldAfter: Math.max(0, figures.lastAt - end),
    alertMessages: messages,
    usualCores,
    burstCores,
    pollersCpu: usages.reduce((sum, { cpu }) => sum + cpu, 0),
    peakMemory: Math.max(...usages.map(({ peakMemory }) => peakMemory)),
  }
}
