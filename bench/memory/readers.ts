import * as z from 'zod'
import { alertTimeoutSeconds } from '../../lib/alerts/queues.ts'
import { readApiTimeoutSeconds } from '../../lib/read-api/routes.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import { readApiEnvironmentOf } from '../../lib/settings/read-api-variables.ts'
import { usualShardSize } from '../pollers/ours.ts'
import { type Bundles, type Invocation, startFunction } from './function-process.ts'
import { knowPeople } from './known-people.ts'
import { startWorld } from './world.ts'

/** The functions that read everybody's state. */
export const readers = ['readApi', 'sendDigest'] as const
export type Reader = (typeof readers)[number]

const events: Record<Reader, object> = {
  readApi: { routeKey: 'GET /presence', queryStringParameters: { limit: '1' } },
  sendDigest: { rollCall: true, slack: [], email: [] },
}

const Body = z.object({ counts: z.object({ in: z.int() }) })
const Answers = {
  readApi: z
    .object({ body: z.string() })
    .transform(({ body }) => Body.parse(JSON.parse(body)).counts.in),
  sendDigest: z.object({ count: z.int() }).transform(({ count }) => count),
}

const world = async (employees: number) => {
  const { settings, resources, end } = await startWorld(0, usualShardSize)
  await knowPeople(resources.tableName, employees)
  const { sendDigest } = alertEnvironmentsOf(settings, {
    tableName: resources.tableName,
    deliveriesTable: 'deliveries',
    slackSecret: 'slack',
    alertQueueUrl: resources.queueUrl,
    alertDeadLettersUrl: resources.queueUrl,
    audienceTopics: {},
  })
  const variables = { readApi: readApiEnvironmentOf(settings, resources), sendDigest }
  return { variables, end }
}

const timeouts: Record<Reader, number> = {
  readApi: readApiTimeoutSeconds,
  sendDigest: alertTimeoutSeconds.sendDigest,
}

/**
 * Has those functions count who is in, of an organisation in which everybody is, each as it is deployed with so
 * much memory: first in a new process, then in a warm one.
 * @returns what each took, in megabytes given; as far as it came, where it ran out of memory or time
 */
export const measureReaders = async (
  sizes: readonly number[],
  employees: number,
  bundles: Record<Reader, Bundles>,
  onMeasured: (reader: Reader, megabytes: number, taken: readonly Invocation[]) => void,
): Promise<void> => {
  const { variables, end } = await world(employees)
  try {
    for (const reader of readers)
      for (const megabytes of sizes) {
        const lambda = await startFunction(
          bundles[reader],
          megabytes,
          timeouts[reader],
          variables[reader],
        )
        const taken: Invocation[] = []
        try {
          for (const _ of ['first', 'warm']) {
            const invocation = await lambda.invoke(events[reader])
            const counted = Answers[reader].parse(invocation.answer)
            if (counted !== employees) throw new Error(`${counted} are in`)
            taken.push(invocation)
          }
        } catch (error) {
          process.stderr.write(`${reader}, ${megabytes} MB, ${employees} employees: ${error}\n`)
        } finally {
          lambda.end()
        }
        onMeasured(reader, megabytes, taken)
      }
  } finally {
    end()
  }
}
