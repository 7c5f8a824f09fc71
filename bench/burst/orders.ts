import * as z from 'zod'
import { minute } from '../../lib/attendance/moments.ts'
import { Settings } from '../../lib/settings/settings.ts'
import type { Burst } from './clock-ins.ts'

/** A burst, and what it happens to. */
export type BurstOptions = Burst & {
  /** Milliseconds until the API answers. */
  latency: number
  /** Pollers that run at once. */
  pollers: number
  requestsPerSecond: number
  /** To SNS. */
  messagesPerSecond: number
}

/** What the processes of a burst are told, as their argument in JSON. */

const Resources = z.object({
  tableName: z.string(),
  eventsTable: z.string(),
  topicArn: z.string(),
  queueUrl: z.string(),
  terminalQueueUrl: z.string(),
  credentialsSecret: z.string(),
  snsMessagesPerSecond: z.int(),
})

const Endpoints = z.object({
  dynamoDb: z.string(),
  messaging: z.string(),
  secretsManager: z.string(),
})

export const BurstOrder = z.object({
  endpoints: Endpoints,
  resources: Resources,
  settings: Settings,
  /** How many pollers run in this process, each as warm as a function of its own. */
  pollers: z.int(),
  /** Whether the dispatcher runs here, too. */
  dispatches: z.boolean(),
})
export type BurstOrder = z.infer<typeof BurstOrder>

/** How long alerts of a burst are gathered, in seconds. */
export const gatheredFor = minute / 1_000

/** The settings of an organisation that a burst happens to. */
export const settingsFor = (apiUrl: string, pollers: number, requestsPerSecond: number): Settings =>
  Settings.parse({
    name: 'bench',
    workforce: { apiUrl, authUrl: apiUrl, requestsPerSecond },
    workday: { timeZone: 'Europe/London' },
    // Absences are asked for once, before the burst.
    polling: { concurrentPolls: pollers, absencesEverySeconds: 86_400 },
    slack: { channels: ['office'] },
    alerts: [{ name: 'arrivals', on: ['clocked-in'], slack: ['office'], group: gatheredFor }],
  })
