import * as z from 'zod'
import { alertTimeoutSeconds } from '../../lib/alerts/queues.ts'
import { readApiTimeoutSeconds } from '../../lib/read-api/routes.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import { readApiEnvironmentOf } from '../../lib/settings/read-api-variables.ts'
import { usualShardSize } from '../pollers/ours.ts'
import { type Bundles, type Invocation, startFunction } from './function-process.ts'
import { duringYesterday, logPeople } from './known-events.ts'
import { knowPeople } from './known-people.ts'
import { startWorld } from './world.ts'

/** The functions that read everybody's state. */
export type Reader = 'readApi' | 'sendDigest'

const presence = (parameters: object) => ({
  routeKey: 'GET /presence',
  queryStringParameters: { limit: '1', ...parameters },
})

/** What they are asked: who is in, who was in the middle of yesterday's shift, and to call the roll. */
export const questions: readonly { name: string; of: Reader; event: () => object }[] = [
  { name: 'read-api', of: 'readApi', event: () => presence({}) },
  { name: 'read-api, a day ago', of: 'readApi', event: () => presence({ at: duringYesterday() }) },
  {
    name: 'send-digest',
    of: 'sendDigest',
    event: () => ({ rollCall: true, slack: [], email: [] }),
  },
]

const Body = z.object({ counts: z.object({ in: z.int() }) })
const Answers = {
  readApi: z.object({ statusCode: z.int(), body: z.string() }).transform(({ statusCode, body }) => {
    if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`)
    return Body.parse(JSON.parse(body)).counts.in
  }),
  sendDigest: z.object({ count: z.int() }).transform(({ count }) => count),
}

const world = async (employees: number) => {
  const { settings, resources, end } = await startWorld(0, usualShardSize)
  await knowPeople(resources.tableName, employees)
  await logPeople(resources.eventsTable, employees, settings)
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
  onMeasured: (question: string, megabytes: number, taken: readonly Invocation[]) => void,
): Promise<void> => {
  const { variables, end } = await world(employees)
  try {
    for (const { name, of: reader, event } of questions)
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
            const invocation = await lambda.invoke(event())
            const counted = Answers[reader].parse(invocation.answer)
            if (counted !== employees) throw new Error(`${counted} are in`)
            taken.push(invocation)
          }
        } catch (error) {
          process.stderr.write(`${name}, ${megabytes} MB, ${employees} employees: ${error}\n`)
        } finally {
          lambda.end()
        }
        onMeasured(name, megabytes, taken)
      }
  } finally {
    end()
  }
}
