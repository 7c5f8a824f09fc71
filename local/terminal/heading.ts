import { Temporal } from 'temporal-polyfill'
import type { LocalResources } from '../aws/resources.ts'
import { region } from '../aws/sdk-environment.ts'
import type { Endpoints } from '../aws/start.ts'
import type { Source } from '../source/source.ts'
import { count, localTime } from './wording.ts'

const speedText = (speed: number): string =>
  speed === 1 ? 'in real time' : `${speed} times as fast as real time`

/** Whose attendance a run shows, how fast, and by whose clock. */
export const opening = ({ simulatedPeople, apiUrl, clock }: Source, timeZone: string): string => {
  const who =
    simulatedPeople === null
      ? `Polling ${apiUrl} in real time.`
      : `A simulation: ${count(simulatedPeople, 'person', 'people')} who ${simulatedPeople === 1 ? 'does' : 'do'} not exist, ${speedText(clock.speed)}.`
  const { weekday, day, time } = localTime(clock.now(), timeZone)
  return `${who}\nIt is ${weekday} ${day}, ${time} in ${timeZone}; times are told by that clock.`
}

/** A queue of the same account as the topic. */
const queueArn = (topicArn: string, name: string): string =>
  [...topicArn.replace(':sns:', ':sqs:').split(':').slice(0, -1), name].join(':')

/**
 * Where the parts of a run listen, and how a consumer in any language gets its events: commands
 * that can be pasted into a shell.
 * @param readApi where what was published can be read; null where it is not kept
 */
export const connections = (
  { apiUrl }: Source,
  { messaging, dynamoDb }: Pick<Endpoints, 'messaging' | 'dynamoDb'>,
  { topicArn, terminalQueueUrl, tableName }: LocalResources,
  readApi: string | null,
): string => {
  const queueUrl = new URL('mine', terminalQueueUrl).href
  const reading = readApi === null ? '' : `\n  read API       ${readApi} (/presence, /events)`
  return `
  Workforce API  ${apiUrl}
  SNS and SQS    ${messaging}
  DynamoDB       ${dynamoDb} (table ${tableName})
  topic          ${topicArn}${reading}

A consumer of your own, here with the AWS CLI (examples/who-is-in.ts is one):

  export AWS_ENDPOINT_URL=${messaging} AWS_REGION=${region} \\
    AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local
  aws sqs create-queue --queue-name mine
  aws sns subscribe --protocol sqs --attributes RawMessageDelivery=true \\
    --topic-arn ${topicArn} \\
    --notification-endpoint ${queueArn(topicArn, 'mine')}
  aws sqs receive-message --wait-time-seconds 20 \\
    --queue-url ${queueUrl}
`
}

/**
 * How an endpoint is sent past events again, or told how everyone is: commands for a second terminal.
 * @param url where a run takes that
 * @param now by its clock: the events of that day are sent again
 */
export const replaying = (url: string, name: string, now: number, timeZone: string): string => {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const to = `${url} --to webhook:${name}`
  return `
To have ${name} sent past events again, or told how everyone is, in a second terminal:

  npx node cli/replay.ts events ${to} \\
    --from ${today} --until ${today.add({ days: 1 })}
  npx node cli/replay.ts state ${to}
`
}
