import * as z from 'zod'
import { invoke } from '../../local/lambda/invoke.ts'

/**
 * One of the deployed bundles in a process of its own, which has nothing else in it. Arguments: the bundle, and
 * how many seconds an invocation may take. Each event that it is sent is an invocation.
 */

/** What says of SQS's records that some failed; other functions answer otherwise. */
const Failed = z.object({ batchItemFailures: z.array(z.unknown()) })

const [, , bundle = '', timeout = ''] = process.argv

const peak = (): number => process.resourceUsage().maxRSS / 1_024

const use = async (event: object) => {
  const { handler } = await import(bundle)
  const loaded = peak()
  const before = process.cpuUsage()
  const began = performance.now()
  const answer: unknown = await invoke(
    { name: 'measured', timeoutSeconds: Number(timeout), handler },
    event,
  )
  const { user, system } = process.cpuUsage(before)
  return {
    /** Of SQS, how many records failed. */
    failed: Failed.safeParse(answer).data?.batchItemFailures.length ?? 0,
    /** Milliseconds. */
    wall: performance.now() - began,
    cpu: (user + system) / 1_000,
    /** Megabytes, of the process since it began: up to the invocation, and by its end. */
    loaded,
    peak: peak(),
    answer,
  }
}

process.on('message', async (event: object) => process.send?.(await use(event)))
process.once('disconnect', () => process.exit())
process.send?.('ready')
