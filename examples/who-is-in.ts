import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns'
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import * as z from 'zod'

/**
 * A consumer: it subscribes a queue of its own to the topic of the events, and tells who comes,
 * goes on a break and leaves. It knows nothing of this project but the events, and runs against AWS as
 * against `npm start`, wherever the SDK's usual variables point:
 *
 *   node examples/who-is-in.ts <topic ARN>
 */

/** What it reads of an event about a clocking; whatever else there is does not matter to it. */
const ClockingEvent = z.object({
  type: z.string(),
  subject: z.string(),
  sequence: z.string(),
  data: z.object({
    employee: z.object({ givenName: z.string(), familyName: z.string() }),
    clocking: z.object({
      id: z.string(),
      end: z.string().nullable(),
      breaks: z.array(z.object({ end: z.string().nullable() })),
    }),
  }),
})
type ClockingEvent = z.infer<typeof ClockingEvent>

const queueName = 'who-is-in'

/** A queue that the topic may send to, and no other. */
const createQueue = async (sqs: SQSClient, topicArn: string) => {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: queueName }))
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  )
  const queueArn = Attributes?.['QueueArn'] ?? ''
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: queueArn,
    Condition: { ArnEquals: { 'aws:SourceArn': topicArn } },
  }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }))
  return { QueueUrl, queueArn }
}

type Presence = 'in' | 'on a break' | 'out'

/** What is known of a clocking, and by which event. */
type Known = { subject: string; sequence: string; presence: Presence }
/** By whose it is, and its id: one that is given to somebody else keeps that. */
const clockings = new Map<string, Known>()

/** Who has several clockings is where the one that is nearest to `in` has them; null where none is known. */
const presenceOf = (subject: string): Presence | null => {
  const all = [...clockings.values()].filter((known) => known.subject === subject)
  if (all.length === 0) return null
  const isAny = (presence: Presence) => all.some((known) => known.presence === presence)
  if (isAny('in')) return 'in'
  return isAny('on a break') ? 'on a break' : 'out'
}

const presenceIn = ({ type, data: { clocking } }: ClockingEvent): Presence => {
  if (clocking.end !== null || type === 'attendance.clocking-removed') return 'out'
  return clocking.breaks.some(({ end }) => end === null) ? 'on a break' : 'in'
}

/**
 * Every event carries the clocking as it then was, and its employee's next `sequence`: of two
 * events the later counts, in whichever order and however often they come. Who was in before
 * anything was heard of them is told as out by their clock-out alone: a correction of an earlier
 * shift says nothing of now.
 */
const take = (event: ClockingEvent): string | null => {
  const { type, subject, sequence, data } = event
  const { employee, clocking } = data
  const key = `${subject} ${clocking.id}`
  const known = clockings.get(key)
  if (known !== undefined && known.sequence >= sequence) return null
  const before = presenceOf(subject) ?? (type === 'attendance.clocked-out' ? 'in' : 'out')
  clockings.set(key, { subject, sequence, presence: presenceIn(event) })
  const after = presenceOf(subject)
  return after === before ? null : `${employee.givenName} ${employee.familyName} is ${after}`
}

const consume = async (topicArn: string): Promise<never> => {
  const sqs = new SQSClient()
  const { QueueUrl, queueArn } = await createQueue(sqs, topicArn)
  await new SNSClient().send(
    new SubscribeCommand({
      TopicArn: topicArn,
      Protocol: 'sqs',
      Endpoint: queueArn,
      Attributes: { RawMessageDelivery: 'true' },
    }),
  )
  process.stdout.write(`${queueArn} is subscribed\n`)

  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
    )
    for (const { Body = '', ReceiptHandle } of Messages) {
      const event = ClockingEvent.safeParse(JSON.parse(Body))
      const news = event.success ? take(event.data) : null
      if (news !== null) process.stdout.write(`${news}\n`)
      // Only what has been dealt with is deleted: the rest comes again.
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    }
  }
}

const [topicArn] = process.argv.slice(2)
try {
  if (topicArn === undefined) throw new Error('no topic: node examples/who-is-in.ts <topic ARN>')
  await consume(topicArn)
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : 'failed'}\n`)
  process.exitCode = 1
}
