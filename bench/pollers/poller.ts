import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { SNSClient } from '@aws-sdk/client-sns'
import type { UsageMeter } from '../measuring/meter.ts'

/** What a poller works on. */
export type World = {
  /** Where the Workforce API is, and where its tokens come from. */
  url: string
  employees: number
  /** Calls in flight at once. */
  inFlight: number
  /** The clock of everything that is told. */
  now: () => number
  meter: UsageMeter
  database: DynamoDBClient
  sns: SNSClient
  tableName: string
  eventsTable: string
  topicArn: string
}

/** Something that polls everyone. */
export type MeasuredPoller = {
  /** Learns who there is. */
  prepare: () => Promise<void>
  /** Asks about everyone once, and tells what is new. */
  poll: () => Promise<void>
}
