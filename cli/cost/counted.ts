import { eventNames } from '../../lib/attendance/events/events.ts'
import { metricNames } from '../../lib/platform/metric-names.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { assumptions } from './assumptions.ts'

/** Alarms of every environment; the others come with an event log, a FIFO topic, a read API, channels, audiences and webhooks. */
const commonAlarms = 40
/** Of the event log, and of `replay-events`. */
const logAlarms = 4
/** Of `deliver-webhook`, and of each endpoint. */
const webhookAlarms = { common: 3, each: 4 }

/** Of `read-api`. */
const readApiAlarms = 3

/** How many alarms an environment has. */
export const alarmsOf = ({ aws, slack, audiences, webhooks, eventLogDays }: Settings): number =>
  commonAlarms +
  (eventLogDays > 0 ? logAlarms : 0) +
  Number(aws.fifoTopic) +
  (aws.readApi === undefined ? 0 : readApiAlarms) +
  slack.channels.length +
  Object.keys(audiences).length +
  (webhooks.length > 0 ? webhookAlarms.common + webhookAlarms.each * webhooks.length : 0)

/** Figures of each endpoint alone; all others are of the environment. */
const webhookMetrics = Object.keys(metricNames).filter((name) => name.startsWith('Webhook'))

/** How many figures an environment has in CloudWatch. */
export const metricsOf = ({ webhooks }: Settings): number =>
  Object.keys(metricNames).length +
  webhookMetrics.length * (webhooks.length - 1) +
  eventNames.length

/** It is none of those whose memory is the same in every environment. */
const pollShards = 1

/** How many functions are released. */
export const functionsOf = ({ webhooks, eventLogDays, aws }: Settings): number =>
  Object.keys(assumptions.functionGigabytes).length +
  pollShards -
  Number(webhooks.length === 0) -
  Number(eventLogDays === 0) -
  Number(aws.readApi === undefined)
