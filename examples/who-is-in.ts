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
 * A consumer: it subscribes a queue of its own to the topic of the events, and tells who comes
 * and who leaves. It knows nothing of this project but the events, and runs against AWS as
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
    clocking: z.object({ id: z.string(), end: z.string().nullable() }),
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

/** What is known of a clocking, and by which event. */
type Known = { subject: string; sequence: string; isOpen: boolean }
const clockings = new Map<string, Known>()

const isIn = (subject: string): boolean =>
  [...clockings.values()].some((known) => known.subject === subject && known.isOpen)

/**
 * Every event carries the clocking as it then was, and its employee's next `sequence`: of two
 * events the later counts, in whichever order and however often they come.
 */
const take = ({ type, subject, sequence, data }: ClockingEvent): string | null => {
  const { employee, clocking } = data
  const known = clockings.get(clocking.id)
  if (known !== undefined && known.sequence >= sequence) return null
  const wasIn = isIn(subject)
  const isOpen = clocking.end === null && type !== 'attendance.clocking-removed'
  clockings.set(clocking.id, { subject, sequence, isOpen })
  if (isIn(subject) === wasIn) return null
  return `${employee.givenName} ${employee.familyName} is ${isOpen ? 'in' : 'out'}`
}

const [topicArn = ''] = process.argv.slice(2)
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
